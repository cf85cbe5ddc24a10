import type { Cell, ICodeCellModel } from '@jupyterlab/cells';
import { NotebookActions, type NotebookPanel } from '@jupyterlab/notebook';
import { type PanelLayout, Widget } from '@lumino/widgets';
import type { LuxEvent } from './protocol';
import {
  badgeParts,
  badgeTitle,
  byAssistant,
  isOutdated,
  METADATA,
  type Provenance,
  provenanceAfter,
  readProvenance
} from './provenance';
import type { Room } from './room';
import type { Rooms } from './rooms';
import type { Settings } from './settings';

const AFTER_INPUT = 2;
/** What a cell did is told a little after it has ended. */
const TOLD_MS = 1500;

/** Show below each cell where its output came from, and keep that in the cell's metadata. */
export function installBadges(rooms: Rooms, settings: Settings): void {
  const follow = (room: Room): void => {
    const badges = new NotebookBadges(room.panel, settings);
    room.panel.disposed.connect(() => badges.dispose());
  };
  rooms.all.forEach(follow);
  rooms.added.connect((_, room) => follow(room));
  rooms.happened.connect((_, { room, events }) => write(room.panel, events));
  NotebookActions.executed.connect((_, { cell }) => window.setTimeout(() => forget(cell), TOLD_MS));
}

/** Take away what is said of an output that a later run of the cell has replaced. */
function forget(cell: Cell): void {
  if (cell.isDisposed || cell.model.type !== 'code') {
    return;
  }
  const count = (cell.model as ICodeCellModel).executionCount;
  const provenance = readProvenance(cell.model.getMetadata(METADATA));
  if (provenance !== null && isOutdated(provenance, count)) {
    cell.model.deleteMetadata(METADATA);
  }
}

/** Write the provenance that events tell of into the cells they came from. */
function write(panel: NotebookPanel, events: LuxEvent[]): void {
  for (const cell of panel.content.widgets) {
    const own = events.filter(event => event.cell_id === cell.model.id);
    if (own.length === 0) {
      continue;
    }
    const before = readProvenance(cell.model.getMetadata(METADATA));
    const after = own.reduce<Provenance | null>(provenanceAfter, before);
    if (after !== null && after !== before) {
      cell.model.setMetadata(METADATA, after);
    }
  }
}

/** The badges of one notebook. */
class NotebookBadges {
  constructor(
    private readonly panel: NotebookPanel,
    private readonly settings: Settings
  ) {
    settings.changed.connect(this.look, this);
    void panel.context.ready.then(() => {
      this.look();
      panel.content.model?.cells.changed.connect(this.look, this);
    });
  }

  dispose(): void {
    this.settings.changed.disconnect(this.look, this);
  }

  private look(): void {
    for (const cell of this.panel.content.widgets) {
      if (cell.model.type !== 'code') {
        continue;
      }
      if (!this.known.has(cell)) {
        this.known.add(cell);
        cell.model.metadataChanged.connect(() => this.show(cell));
      }
      this.show(cell);
    }
  }

  private show(cell: Cell): void {
    const provenance = this.settings.values.showBadges ? readProvenance(cell.model.getMetadata(METADATA)) : null;
    const badge = this.badges.get(cell);
    if (provenance === null) {
      badge?.dispose();
      this.badges.delete(cell);
    } else if (badge) {
      badge.describe(provenance);
    } else {
      void cell.ready.then(() => this.attach(cell));
    }
  }

  private attach(cell: Cell): void {
    const provenance = readProvenance(cell.model.getMetadata(METADATA));
    if (cell.isDisposed || provenance === null || this.badges.has(cell)) {
      return;
    }
    const badge = new Badge();
    badge.describe(provenance);
    this.badges.set(cell, badge);
    (cell.layout as PanelLayout).insertWidget(AFTER_INPUT, badge);
  }

  private readonly known = new WeakSet<Cell>();
  private readonly badges = new WeakMap<Cell, Badge>();
}

/** One line below the input of a cell. */
class Badge extends Widget {
  constructor() {
    super();
    this.addClass('lux-Badge');
    this.node.setAttribute('role', 'note');
  }

  describe(provenance: Provenance): void {
    const [by, ...rest] = badgeParts(provenance);
    const author = document.createElement('span');
    author.className = 'lux-Badge-author';
    author.dataset.kind = byAssistant(provenance) ? 'assistant' : 'human';
    author.textContent = by;
    const parts = rest.map(text => {
      const part = document.createElement('span');
      part.textContent = text;
      return part;
    });
    this.node.replaceChildren(author, ...parts);
    this.node.title = badgeTitle(provenance);
    this.node.setAttribute('aria-label', `Provenance: ${[by, ...rest].join(', ')}`);
  }
}
