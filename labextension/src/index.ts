import type { JupyterFrontEnd, JupyterFrontEndPlugin } from '@jupyterlab/application';
import { ILayoutRestorer } from '@jupyterlab/application';
import { ICommandPalette } from '@jupyterlab/apputils';
import { IEditorLanguageRegistry } from '@jupyterlab/codemirror';
import { ICompletionProviderManager } from '@jupyterlab/completer';
import { INotebookTracker } from '@jupyterlab/notebook';
import { ISettingRegistry } from '@jupyterlab/settingregistry';
import { IStatusBar } from '@jupyterlab/statusbar';
import { installBadges } from './badges';
import { COMMANDS, goToCell, insertCell, installCommands } from './commands';
import { installCompletion } from './completion';
import { installHighlighting } from './highlighting';
import { installNotifications } from './notifications';
import { installOutputs } from './outputs';
import { Rooms } from './rooms';
import { Settings } from './settings';
import { Sidebar } from './ui/Sidebar';
import { StatusItem } from './ui/StatusItem';

const PLUGIN = 'lux-nb:plugin';
const STATUS_RANK = 900;
const SIDEBAR_RANK = 650;

const plugin: JupyterFrontEndPlugin<void> = {
  id: PLUGIN,
  description: 'The Lux sidebar, status bar item, notifications, cell badges and commands.',
  autoStart: true,
  requires: [INotebookTracker],
  optional: [
    ICommandPalette,
    ISettingRegistry,
    IStatusBar,
    IEditorLanguageRegistry,
    ICompletionProviderManager,
    ILayoutRestorer
  ],
  activate
};

function activate(
  app: JupyterFrontEnd,
  tracker: INotebookTracker,
  palette: ICommandPalette | null,
  registry: ISettingRegistry | null,
  statusBar: IStatusBar | null,
  languages: IEditorLanguageRegistry | null,
  completion: ICompletionProviderManager | null,
  restorer: ILayoutRestorer | null
): void {
  const settings = new Settings();
  const rooms = new Rooms(tracker, settings);
  const open = (): void => void app.commands.execute(COMMANDS.open);
  const sidebar = new Sidebar(rooms, {
    insert: source => void insertCell(tracker, source),
    goTo: cell => goToCell(tracker, cell),
    serve: isWanted => void app.commands.execute(isWanted ? COMMANDS.startServer : COMMANDS.stopServer),
    attach: () => void app.commands.execute(COMMANDS.attachInfo)
  });
  app.shell.add(sidebar, 'right', { rank: SIDEBAR_RANK, type: 'Lux' });
  restorer?.add(sidebar, sidebar.id);
  installCommands(app, tracker, rooms, () => sidebar, palette);
  installNotifications(rooms, settings, open);
  installBadges(rooms, settings);
  installOutputs(rooms);
  if (languages) {
    installHighlighting(languages, rooms, settings);
  }
  if (completion) {
    installCompletion(completion, rooms);
  }
  if (statusBar) {
    const item = new StatusItem(rooms, open);
    statusBar.registerStatusItem('lux-nb:status', {
      align: 'left',
      rank: STATUS_RANK,
      item,
      isActive: () => item.isActive,
      activeStateChanged: rooms.changed as never
    });
  }
  if (registry) {
    void settings.follow(registry, PLUGIN);
  }
}

export default plugin;
