import type { JupyterFrontEnd } from '@jupyterlab/application';
import { Dialog, type ICommandPalette, InputDialog, Notification, showDialog } from '@jupyterlab/apputils';
import { type INotebookTracker, NotebookActions } from '@jupyterlab/notebook';
import type { AttachInfo } from './answers';
import { attachBody } from './attach';
import { luxIcon } from './icon';
import { asLuxError } from './protocol';
import type { Room } from './room';
import type { Rooms } from './rooms';
import type { Sidebar } from './ui/Sidebar';

const CATEGORY = 'Lux';

export const COMMANDS = {
  open: 'lux-nb:open',
  load: 'lux-nb:load',
  newTrace: 'lux-nb:new-trace',
  attachInfo: 'lux-nb:attach-info',
  startServer: 'lux-nb:start-server',
  stopServer: 'lux-nb:stop-server',
  panel: 'lux-nb:panel'
} as const;

/** Put a cell below the active one. */
export function insertCell(tracker: INotebookTracker, source: string): boolean {
  const notebook = tracker.currentWidget?.content;
  if (!notebook?.model) {
    return false;
  }
  NotebookActions.insertBelow(notebook);
  notebook.activeCell?.model.sharedModel.setSource(source);
  notebook.activate();
  notebook.mode = 'edit';
  return true;
}

/** Bring a cell into view and make it the active one. */
export function goToCell(tracker: INotebookTracker, id: string): void {
  const notebook = tracker.currentWidget?.content;
  const index = notebook?.widgets.findIndex(cell => cell.model.id === id) ?? -1;
  if (notebook && index >= 0) {
    notebook.activeCellIndex = index;
    void notebook.scrollToItem(index, 'smart');
  }
}

/** Add the commands and their palette entries. */
export function installCommands(
  app: JupyterFrontEnd,
  tracker: INotebookTracker,
  rooms: Rooms,
  sidebar: () => Sidebar,
  palette: ICommandPalette | null
): void {
  const isReady = (): boolean => rooms.current?.state === 'ready';
  const add = (id: string, label: string, caption: string, run: () => unknown, isEnabled?: () => boolean): void => {
    app.commands.addCommand(id, { label, caption, isEnabled, execute: () => run() });
    palette?.addItem({ command: id, category: CATEGORY });
  };
  const withRoom = (work: (room: Room) => Promise<unknown>) => async (): Promise<void> => {
    const room = rooms.current;
    if (room) {
      await work(room).catch(error => void Notification.error(asLuxError(error).message));
    }
  };

  app.commands.addCommand(COMMANDS.open, {
    label: 'Lux: Open the Sidebar',
    caption: 'Show threads, events, gauges and assistants of this notebook',
    icon: luxIcon,
    execute: () => app.shell.activateById(sidebar().id)
  });
  palette?.addItem({ command: COMMANDS.open, category: CATEGORY });
  add(
    COMMANDS.load,
    'Lux: Load lux_nb into the Kernel',
    'Run %load_ext lux_nb',
    withRoom(room => room.load()),
    () => rooms.current?.state === 'not-loaded'
  );
  add(COMMANDS.newTrace, 'Lux: New Trace', 'Think about a question step by step', () => newTrace(tracker), isReady);
  add(
    COMMANDS.attachInfo,
    'Lux: How to Attach an Assistant',
    'Show the configuration that lets an assistant attach to this kernel',
    withRoom(showAttachInfo),
    isReady
  );
  add(
    COMMANDS.startServer,
    'Lux: Start the Server',
    'Let assistants attach to this kernel',
    withRoom(room => serve(room, true)),
    isReady
  );
  add(
    COMMANDS.stopServer,
    'Lux: Stop the Server',
    'Let no assistant attach to this kernel any more',
    withRoom(room => serve(room, false)),
    isReady
  );
  add(
    COMMANDS.panel,
    'Lux: Open a Panel in the Notebook',
    'Put lux.panel() into a cell and run it',
    () => run(tracker, 'lux.panel()'),
    isReady
  );
}

async function newTrace(tracker: INotebookTracker): Promise<void> {
  const asked = await InputDialog.getText({
    title: 'New trace',
    label: 'What is to be thought about?',
    okLabel: 'Think'
  });
  const question = asked.value?.trim();
  if (asked.button.accept && question) {
    await run(tracker, `%%trace\n${question}`);
  }
}

async function run(tracker: INotebookTracker, source: string): Promise<void> {
  const panel = tracker.currentWidget;
  if (panel && insertCell(tracker, source)) {
    await NotebookActions.run(panel.content, panel.sessionContext);
  }
}

async function serve(room: Room, isWanted: boolean): Promise<void> {
  await room.call(isWanted ? 'server_start' : 'server_stop');
  room.refresh('room');
  Notification.success(isWanted ? 'Assistants can attach to this kernel now.' : 'The server is stopped.', {
    autoClose: 4000
  });
}

async function showAttachInfo(room: Room): Promise<void> {
  const info = (await room.call('attach_info', {}, { quiet: true })) as unknown as AttachInfo;
  const start = Dialog.okButton({ label: 'Start the Server' });
  const close = Dialog.cancelButton({ label: 'Close' });
  const chosen = await showDialog({
    title: 'Let an assistant attach',
    body: attachBody(info),
    buttons: info.serving ? [close] : [close, start]
  });
  if (chosen.button === start || chosen.button.label === start.label) {
    await serve(room, true);
  }
}
