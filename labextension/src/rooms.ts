import { type INotebookTracker, NotebookActions, type NotebookPanel } from '@jupyterlab/notebook';
import { type ISignal, Signal } from '@lumino/signaling';
import type { LuxEvent } from './protocol';
import { Room } from './room';
import type { Settings } from './settings';

/** The rooms of all open notebooks, and which of them is in front. */
export class Rooms {
  constructor(
    private readonly tracker: INotebookTracker,
    private readonly settings: Settings
  ) {
    tracker.forEach(panel => this.add(panel));
    tracker.widgetAdded.connect((_, panel) => this.add(panel));
    tracker.currentChanged.connect(() => this._changed.emit());
    // The kernel is idle before the cell is, and tells nothing when the cell follows.
    NotebookActions.executed.connect(() => window.setTimeout(() => this._changed.emit()));
  }

  /** The room of the active notebook. */
  get current(): Room | null {
    const panel = this.tracker.currentWidget;
    return panel ? (this.rooms.get(panel) ?? null) : null;
  }

  get all(): Room[] {
    return [...this.rooms.values()];
  }

  /** Emitted when another notebook comes to the front, or the one in front changes. */
  get changed(): ISignal<Rooms, void> {
    return this._changed;
  }

  /** Emitted when a notebook is opened. */
  get added(): ISignal<Rooms, Room> {
    return this._added;
  }

  /** Emitted with the events of any room. */
  get happened(): ISignal<Rooms, { room: Room; events: LuxEvent[] }> {
    return this._happened;
  }

  private add(panel: NotebookPanel): void {
    if (this.rooms.has(panel)) {
      return;
    }
    const room = new Room(panel, () => this.settings.values.eventLimit);
    this.rooms.set(panel, room);
    panel.disposed.connect(() => {
      this.rooms.delete(panel);
      this._changed.emit();
    });
    room.changed.connect(() => {
      if (room.state === 'not-loaded' && this.settings.values.autoLoad && !room.loadError) {
        void room.load();
      }
      if (room === this.current) {
        this._changed.emit();
      }
    });
    room.happened.connect((_, events) => this._happened.emit({ room, events }));
    this._added.emit(room);
    this._changed.emit();
  }

  private readonly rooms = new Map<NotebookPanel, Room>();
  private readonly _changed = new Signal<Rooms, void>(this);
  private readonly _added = new Signal<Rooms, Room>(this);
  private readonly _happened = new Signal<Rooms, { room: Room; events: LuxEvent[] }>(this);
}
