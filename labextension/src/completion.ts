import type {
  CompletionHandler,
  ICompletionContext,
  ICompletionProvider,
  ICompletionProviderManager
} from '@jupyterlab/completer';
import { magicOf, predicates } from './cells';
import type { Fields } from './protocol';
import type { Rooms } from './rooms';

const MAGICS = ['confer', 'trace', 'bias', 'plan', 'mcr', 'remember', 'tool', 'fim'];
const LINE_MAGICS = ['confer', 'trace', 'illuminate', 'mcr', 'cortex', 'mercury', 'tools', 'lux', 'load_ext lux_nb'];

/** Complete the magics' names, and predicates in %%mcr cells; their options come from the kernel. */
export function installCompletion(manager: ICompletionProviderManager, rooms: Rooms): void {
  manager.registerProvider(new MagicCompleter(rooms));
}

/** Text before the cursor that is to be completed, and with what. */
export function candidates(before: string, known: string[]): { start: number; items: string[] } | null {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const magic = /^(%%?)(\w*)$/.exec(line);
  if (magic) {
    const isCell = magic[1] === '%%';
    const isFirst = before.trimStart() === line.trimStart();
    const names = isCell ? (isFirst ? MAGICS : []) : LINE_MAGICS;
    const items = names.filter(name => name.startsWith(magic[2])).map(name => magic[1] + name);
    return items.length > 0 ? { start: before.length - line.length, items } : null;
  }
  const word = /[a-z]\w*$/.exec(line);
  if (magicOf(before) !== 'mcr' || !word || before.indexOf('\n') < 0) {
    return null;
  }
  const here = predicates(before.slice(0, before.length - word[0].length));
  const items = [...new Set([...here, ...known])].filter(name => name.startsWith(word[0]) && name !== word[0]).sort();
  return items.length > 0 ? { start: before.length - word[0].length, items } : null;
}

class MagicCompleter implements ICompletionProvider {
  readonly identifier = 'lux-nb:completer';
  readonly rank = 600;
  readonly renderer = null;

  constructor(private readonly rooms: Rooms) {}

  async isApplicable(context: ICompletionContext): Promise<boolean> {
    const source = context.editor?.model.sharedModel.getSource() ?? '';
    return source.includes('%');
  }

  async fetch(request: CompletionHandler.IRequest): Promise<CompletionHandler.ICompletionItemsReply> {
    const before = request.text.slice(0, request.offset);
    const known = magicOf(before) === 'mcr' ? await this.known(before) : [];
    const found = candidates(before, known);
    return {
      start: found?.start ?? request.offset,
      end: request.offset,
      items: (found?.items ?? []).map(label => ({ label, type: label.startsWith('%') ? 'magic' : 'function' }))
    };
  }

  /** The predicates of the knowledge base that the cell adds to. */
  private async known(source: string): Promise<string[]> {
    const room = this.rooms.current;
    if (room?.state !== 'ready' || !room.hello?.running) {
      return [];
    }
    const session = /^\s*%%mcr[ \t]+(\S+)/.exec(source)?.[1] ?? 'notebook';
    try {
      const found = await room.call('session.get', { sessionId: session }, { quiet: true });
      return predicates(String((found.data as Fields | undefined)?.facts ?? ''));
    } catch {
      // There is no such session yet: the cell will begin it.
      return [];
    }
  }
}
