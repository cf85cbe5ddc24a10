import { LanguageSupport, StreamLanguage } from '@codemirror/language';
import type { Cell, ICodeCellModel } from '@jupyterlab/cells';
import type { IEditorLanguageRegistry } from '@jupyterlab/codemirror';
import type { NotebookPanel } from '@jupyterlab/notebook';
import { CONVERSATION, languageOf, PROLOG } from './cells';
import type { Rooms } from './rooms';
import type { Settings } from './settings';
import { conversation, prolog, type Tokeniser } from './tokens';

/** Give the cells of the magics the language they are written in. */
export function installHighlighting(languages: IEditorLanguageRegistry, rooms: Rooms, settings: Settings): void {
  languages.addLanguage(language('lux-prolog', 'Prolog (lux_nb)', PROLOG, prolog));
  languages.addLanguage(language('lux-conversation', 'Conversation (lux_nb)', CONVERSATION, conversation));
  const follow = (panel: NotebookPanel): void => {
    const known = new WeakSet<Cell>();
    const look = (): void => {
      for (const cell of panel.content.widgets) {
        if (cell.model.type === 'code' && !known.has(cell)) {
          known.add(cell);
          followCell(cell, panel, languages, settings);
        }
      }
    };
    void panel.context.ready.then(() => {
      look();
      panel.content.model?.cells.changed.connect(look);
    });
  };
  rooms.all.forEach(room => follow(room.panel));
  rooms.added.connect((_, room) => follow(room.panel));
}

function followCell(
  cell: Cell,
  panel: NotebookPanel,
  languages: IEditorLanguageRegistry,
  settings: Settings
): void {
  const model = cell.model as ICodeCellModel;
  const apply = (): void => {
    if (cell.isDisposed) {
      return;
    }
    const wanted = settings.values.highlightCells ? languageOf(model.sharedModel.getSource()) : null;
    const isOurs = model.mimeType === PROLOG || model.mimeType === CONVERSATION;
    const right = wanted ?? (isOurs ? panel.content.codeMimetype : model.mimeType);
    if (model.mimeType !== right) {
      model.mimeType = right;
    }
  };
  // An editor takes up a language when it has been loaded: ours would come first, and be replaced.
  const applyLater = (): void =>
    void languages.getLanguage(model.mimeType).then(() => window.setTimeout(apply), apply);
  model.contentChanged.connect(apply);
  // The notebook sets the kernel's language on all cells when the kernel says which it is.
  model.mimeTypeChanged.connect(applyLater);
  settings.changed.connect(apply);
  cell.disposed.connect(() => settings.changed.disconnect(apply));
  applyLater();
}

function language<State>(
  name: string,
  displayName: string,
  mime: string,
  tokeniser: Tokeniser<State>
): Parameters<IEditorLanguageRegistry['addLanguage']>[0] {
  const made = StreamLanguage.define(tokeniser as never);
  return { name, displayName, mime, support: new LanguageSupport(made) };
}
