import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONVERSATION, languageOf, predicates, PROLOG } from '../src/cells';
import { conversation, prolog, type Stream, type Tokeniser } from '../src/tokens';

/** As much of CodeMirror's StringStream as the tokenisers use. */
class Line implements Stream {
  position = 0;
  constructor(private readonly text: string) {}
  sol(): boolean {
    return this.position === 0;
  }
  eol(): boolean {
    return this.position >= this.text.length;
  }
  next(): string | undefined {
    return this.text[this.position++];
  }
  skipToEnd(): void {
    this.position = this.text.length;
  }
  eatSpace(): boolean {
    return this.match(/^\s+/) !== null;
  }
  match(pattern: RegExp | string): unknown {
    const rest = this.text.slice(this.position);
    const found = typeof pattern === 'string' ? (rest.startsWith(pattern) ? [pattern] : null) : pattern.exec(rest);
    this.position += found?.[0].length ?? 0;
    return found;
  }
}

function tokens<State>(tokeniser: Tokeniser<State>, text: string): [string, string][] {
  const state = tokeniser.startState();
  const found: [string, string][] = [];
  for (const line of text.split('\n')) {
    const stream = new Line(line);
    while (!stream.eol()) {
      const start = stream.position;
      const style = tokeniser.token(stream, state);
      assert.ok(stream.position > start, `no progress in ${JSON.stringify(line)} at ${start}`);
      if (style) {
        found.push([line.slice(start, stream.position), style]);
      }
    }
  }
  return found;
}

test('the language of a cell is that of its magic', () => {
  assert.equal(languageOf('%%mcr\ncat(tom).'), PROLOG);
  assert.equal(languageOf('%%mcr family\n% facts\ncat(tom).'), PROLOG);
  assert.equal(languageOf('%%mcr\nEvery cat is an animal.'), CONVERSATION);
  assert.equal(languageOf('%%confer -m gpt-5\nHello'), CONVERSATION);
  assert.equal(languageOf('%%time\nx = 1'), null);
  assert.equal(languageOf('x = 1'), null);
  assert.equal(languageOf('x = 1\n%%confer'), null);
});

test('Prolog is told apart into its parts', () => {
  const found = tokens(prolog, "%%mcr\n/* two\nlines */ age('Tom', 3) :- \\+ old(X_1), X > 2. % why");
  assert.deepEqual(found[0], ['%%mcr', 'meta']);
  assert.deepEqual(found[1], ['/* two', 'comment']);
  assert.deepEqual(found[2], ['lines */', 'comment']);
  const styles = Object.fromEntries(found);
  assert.equal(styles.age, 'variableName.function');
  assert.equal(styles["'Tom'"], 'atom');
  assert.equal(styles['3'], 'number');
  assert.equal(styles[':-'], 'keyword');
  assert.equal(styles.X_1, 'variableName');
  assert.equal(styles['% why'], 'comment');
});

test('Markdown is told apart, with the options of the magic and the variables', () => {
  const found = Object.fromEntries(
    tokens(conversation, '%%confer -m gpt-5\n# Title\n- see `code` and **bold** of {frame.shape}\n```\n# no title\n```\n> said')
  );
  assert.equal(found['%%confer'], 'meta');
  assert.equal(found['-m'], 'keyword');
  assert.equal(found['gpt-5'], 'string');
  assert.equal(found['# Title'], 'heading');
  assert.equal(found['`code`'], 'monospace');
  assert.equal(found['**bold**'], 'strong');
  assert.equal(found['{frame.shape}'], 'variableName.special');
  assert.equal(found['# no title'], 'monospace');
  assert.equal(found['> said'], 'quote');
});

test('any text is gone through to its end', () => {
  const odd = '*** __ {not closed `tick ![x]( \\ \u{1f600} \'open "open 0\' /* open';
  tokens(prolog, odd);
  tokens(conversation, odd);
});

test('predicates are found, and not in texts or comments', () => {
  assert.deepEqual(predicates("cat(tom). % dog(x)\nlikes(X, 'eats(y)') :- cat(X)."), ['cat', 'likes']);
});
