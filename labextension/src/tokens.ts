/** Tokenisers of the magics' cells, in the shape CodeMirror's StreamLanguage takes. */

/** The part of CodeMirror's StringStream that is used here. */
export interface Stream {
  sol(): boolean;
  eol(): boolean;
  eatSpace(): boolean;
  skipToEnd(): void;
  next(): string | void;
  match(pattern: RegExp | string, consume?: boolean): unknown;
}

/** A tokeniser with the state it carries from one token to the next. */
export interface Tokeniser<State> {
  name: string;
  startState: () => State;
  token: (stream: Stream, state: State) => string | null;
  languageData?: Record<string, unknown>;
}

export interface PrologState {
  inComment: boolean;
}

function magicLine(stream: Stream): string | null {
  if (stream.sol() && stream.match(/^\s*%%\w+/)) {
    return 'meta';
  }
  return null;
}

function restOfComment(stream: Stream, state: PrologState): string {
  if (stream.match(/^.*?\*\//)) {
    state.inComment = false;
  } else {
    stream.skipToEnd();
  }
  return 'comment';
}

const PROLOG_RULES: [RegExp, string | null][] = [
  [/^%.*/, 'comment'],
  [/^'(?:[^'\\]|\\.|'')*'?/, 'atom'],
  [/^"(?:[^"\\]|\\.)*"?/, 'string'],
  [/^0'(?:\\.|.)/, 'number'],
  [/^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/, 'number'],
  [/^[A-Z_]\w*/, 'variableName'],
  [/^(?:is|mod|rem|xor|dynamic|discontiguous|module|not)\b/, 'keyword'],
  [/^(?:true|fail|false)\b/, 'bool'],
  [/^[a-z]\w*(?=\s*\()/, 'variableName.function'],
  [/^[a-z]\w*/, 'atom'],
  [/^(?::-|-->|\?-|->|\\\+|!)/, 'keyword'],
  [/^(?:=\.\.|=:=|=\\=|@?=?<|@?>=?|\\?==?|[-+*/^:;|&#$\\]+)/, 'operator'],
  [/^[()[\]{}]/, 'bracket'],
  [/^[.,]/, 'punctuation']
];

/** Prolog below the line of the magic. */
export const prolog: Tokeniser<PrologState> = {
  name: 'lux-prolog',
  startState: () => ({ inComment: false }),
  token: (stream, state) => {
    if (state.inComment) {
      return restOfComment(stream, state);
    }
    const magic = magicLine(stream);
    if (magic || stream.eatSpace()) {
      return magic;
    }
    if (stream.match('/*')) {
      state.inComment = true;
      return restOfComment(stream, state);
    }
    for (const [pattern, style] of PROLOG_RULES) {
      if (stream.match(pattern)) {
        return style;
      }
    }
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: '%', block: { open: '/*', close: '*/' } } }
};

export interface ConversationState {
  inFence: boolean;
  inMagic: boolean;
}

const INLINE_RULES: [RegExp, string][] = [
  [/^`[^`]*`/, 'monospace'],
  [/^\*\*[^*]+\*\*/, 'strong'],
  [/^__[^_]+__/, 'strong'],
  [/^[*_](?=\S)[^*_]+[*_]/, 'emphasis'],
  [/^!?\[[^\]]*\]\([^)]*\)/, 'link'],
  [/^https?:\/\/\S+/, 'url'],
  // What the kernel puts the value of a variable for.
  [/^\{[A-Za-z_][\w.[\]'"]*\}/, 'variableName.special']
];

/** Markdown below the line of the magic, with the variables it interpolates. */
export const conversation: Tokeniser<ConversationState> = {
  name: 'lux-conversation',
  startState: () => ({ inFence: false, inMagic: false }),
  token: (stream, state) => {
    if (stream.sol()) {
      state.inMagic = false;
      if (magicLine(stream)) {
        state.inMagic = true;
        return 'meta';
      }
      if (stream.match(/^\s*(?:```|~~~).*/)) {
        state.inFence = !state.inFence;
        return 'monospace';
      }
    }
    if (state.inFence) {
      stream.skipToEnd();
      return 'monospace';
    }
    return state.inMagic ? optionToken(stream) : markdownToken(stream);
  },
  languageData: {}
};

function optionToken(stream: Stream): string | null {
  if (stream.eatSpace()) {
    return null;
  }
  if (stream.match(/^--?[A-Za-z][\w-]*/)) {
    return 'keyword';
  }
  stream.match(/^\S+/);
  return 'string';
}

function markdownToken(stream: Stream): string | null {
  if (stream.sol()) {
    if (stream.match(/^#{1,6}\s.*/)) {
      return 'heading';
    }
    if (stream.match(/^\s*>.*/)) {
      return 'quote';
    }
    if (stream.match(/^\s*(?:[-*+]|\d+[.)])\s/)) {
      return 'list';
    }
  }
  for (const [pattern, style] of INLINE_RULES) {
    if (stream.match(pattern)) {
      return style;
    }
  }
  // Words go by in one step; what may begin a mark is looked at for itself.
  if (!stream.match(/^[^`*_![{\s]+/)) {
    stream.next();
  }
  return null;
}
