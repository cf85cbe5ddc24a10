import { ReactWidget } from '@jupyterlab/ui-components';
import React from 'react';
import type { RoomStatus, Thread, Tool } from '../answers';
import type { Part } from '../events';
import { fileName } from '../format';
import { luxIcon } from '../icon';
import { kernelName, type Room } from '../room';
import type { Rooms } from '../rooms';
import { Assistants, Consents, pendingConsents } from './Assistants';
import { Clock, Problem, Section } from './common';
import { Feed } from './Feed';
import { Logic } from './Logic';
import { Memory } from './Memory';
import { Monitor } from './Monitor';
import { Threads } from './Threads';
import { Tools } from './Tools';

/** What the sidebar lets the user do outside itself. */
export interface Actions {
  insert: (source: string) => void;
  goTo: (cell: string) => void;
  serve: (isWanted: boolean) => void;
  attach: () => void;
}

const PARTS: Part[] = ['room', 'threads', 'monitor', 'logic', 'memory', 'tools', 'assistants', 'consents', 'money'];

// Becomes the attribute data-lux-pending of the sidebar's tab, which the style sheet shows.
const PENDING = 'lux-pending';

/** The Lux sidebar: it follows the active notebook's kernel. */
export class Sidebar extends ReactWidget {
  constructor(
    private readonly rooms: Rooms,
    private readonly actions: Actions
  ) {
    super();
    this.id = 'lux-nb-sidebar';
    this.addClass('lux-Sidebar');
    this.title.icon = luxIcon;
    this.title.caption = 'Lux';
    this.node.setAttribute('role', 'region');
    this.node.setAttribute('aria-label', 'Lux');
    rooms.changed.connect(this.refresh, this);
  }

  protected onAfterShow(): void {
    this.refresh();
  }

  /** Called when the room in front changed; what is hidden asks the kernel for nothing. */
  private refresh(): void {
    const room = this.rooms.current;
    if (room?.state === 'ready' && this.isVisible) {
      room.watch(...PARTS);
    }
    const pending = pendingConsents(room).length;
    const { [PENDING]: _, ...rest } = this.title.dataset;
    this.title.dataset = pending > 0 ? { ...rest, [PENDING]: String(pending) } : rest;
    this.title.caption = pending > 0 ? `Lux: ${pending} waiting for your answer` : 'Lux';
    this.update();
  }

  render(): React.JSX.Element {
    const room = this.rooms.current;
    return room ? <RoomView key={room.panel.id} room={room} actions={this.actions} /> : <NoNotebook />;
  }
}

function NoNotebook(): React.JSX.Element {
  return (
    <div className="lux-Blank">
      <luxIcon.react tag="span" width="32px" height="32px" />
      <p>Open a notebook to see its thinking here.</p>
    </div>
  );
}

function RoomView(props: { room: Room; actions: Actions }): React.JSX.Element {
  const { room, actions } = props;
  return (
    <Clock>
      <Header room={room} />
      <div className="lux-Body">{room.state === 'ready' ? <Ready room={room} actions={actions} /> : <NotReady room={room} />}</div>
    </Clock>
  );
}

const STATES: Record<Room['state'], string> = {
  'no-kernel': 'no kernel',
  'not-python': 'not a Python kernel',
  looking: 'connecting',
  'not-loaded': 'not loaded',
  loading: 'loading',
  ready: 'ready'
};

function Header(props: { room: Room }): React.JSX.Element {
  const { room } = props;
  const isBusy = room.state === 'ready' && room.isBusy;
  const status = room.part('room').data as unknown as RoomStatus | undefined;
  const state = isBusy ? 'busy' : room.state;
  return (
    <header className="lux-Header">
      <h2 title={room.panel.context.path}>{fileName(room.panel.context.path)}</h2>
      <p>
        <span className="lux-State-dot" data-state={state} aria-hidden="true" />
        <span>{isBusy ? 'a cell is running' : STATES[room.state]}</span>
        {status ? <span className="lux-Header-model">{status.model}</span> : null}
      </p>
    </header>
  );
}

function NotReady(props: { room: Room }): React.JSX.Element {
  const { room } = props;
  switch (room.state) {
    case 'no-kernel':
      return (
        <div className="lux-Blank">
          <p>This notebook has no kernel. Choose one at its top right.</p>
        </div>
      );
    case 'not-python':
      return (
        <div className="lux-Blank">
          <p>lux_nb works in Python kernels, and this is {kernelName(room)}.</p>
        </div>
      );
    case 'looking':
      return (
        <div className="lux-Blank" role="status">
          <p>{room.isBusy ? 'The kernel is busy; it is asked when the cell is done.' : 'Asking the kernel…'}</p>
        </div>
      );
    default:
      return <NotLoaded room={room} />;
  }
}

function NotLoaded(props: { room: Room }): React.JSX.Element {
  const { room } = props;
  const isLoading = room.state === 'loading';
  return (
    <div className="lux-Blank">
      <luxIcon.react tag="span" width="32px" height="32px" />
      <p>lux_nb is not loaded in this kernel.</p>
      <button type="button" className="lux-Button lux-mod-main" disabled={isLoading} onClick={() => void room.load()}>
        {isLoading ? (room.isBusy ? 'Loading after the running cell…' : 'Loading…') : 'Load lux_nb'}
      </button>
      <p className="lux-Blank-hint">
        It runs <code>%load_ext lux_nb</code>.
      </p>
      {room.loadError ? <Problem error={room.loadError} /> : null}
    </div>
  );
}

const OPEN_AT_FIRST = ['consents', 'monitor', 'threads', 'feed'];

function Ready(props: { room: Room; actions: Actions }): React.JSX.Element {
  const { room, actions } = props;
  const [open, setOpen] = React.useState<ReadonlySet<string>>(new Set(OPEN_AT_FIRST));
  const folding = (name: string): { name: string; isOpen: boolean; onToggle: () => void } => ({
    name,
    isOpen: open.has(name),
    onToggle: () => setOpen(open.has(name) ? new Set([...open].filter(one => one !== name)) : new Set([...open, name]))
  });
  const pending = pendingConsents(room);
  const status = room.part('room').data as unknown as RoomStatus | undefined;
  const threads = room.part('threads').data?.threads as Thread[] | undefined;
  const tools = room.part('tools').data?.tools as Tool[] | undefined;
  return (
    <>
      {room.isBusy && !room.answersWhileBusy ? (
        <p className="lux-Waiting" role="status">
          This kernel answers when the running cell is done.
        </p>
      ) : null}
      {pending.length > 0 ? (
        <Section {...folding('consents')} title="Waiting for your answer" count={pending.length}>
          <Consents room={room} />
        </Section>
      ) : null}
      <Section {...folding('monitor')} title="Monitor">
        <Monitor room={room} />
      </Section>
      <Section {...folding('threads')} title="Threads" count={threads?.length}>
        <Threads room={room} insert={actions.insert} />
      </Section>
      <Section {...folding('feed')} title="Events" count={room.events.length}>
        <Feed room={room} goTo={actions.goTo} />
      </Section>
      <Section {...folding('logic')} title="Knowledge base">
        <Logic room={room} />
      </Section>
      <Section {...folding('memory')} title="Memory">
        <Memory room={room} insert={actions.insert} />
      </Section>
      <Section {...folding('tools')} title="Tools" count={tools?.length}>
        <Tools room={room} insert={actions.insert} />
      </Section>
      <Section {...folding('assistants')} title="Assistants">
        <Assistants room={room} isServing={status?.serving ?? false} onServe={actions.serve} onAttach={actions.attach} />
      </Section>
    </>
  );
}
