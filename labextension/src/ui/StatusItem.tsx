import { ReactWidget } from '@jupyterlab/ui-components';
import React from 'react';
import { type Budget, type Illumination, isMonitored } from '../answers';
import { spending } from '../format';
import type { Room } from '../room';
import type { Rooms } from '../rooms';

/** Phase, circular score and money of the active notebook, in the status bar. */
export class StatusItem extends ReactWidget {
  constructor(
    private readonly rooms: Rooms,
    private readonly open: () => void
  ) {
    super();
    this.addClass('lux-Status');
    rooms.changed.connect(this.refresh, this);
  }

  /** Whether there is anything to show: the extension is loaded and its engine runs. */
  get isActive(): boolean {
    return this.rooms.current?.state === 'ready';
  }

  render(): React.JSX.Element | null {
    const room = this.rooms.current;
    if (!room || room.state !== 'ready') {
      return null;
    }
    const text = statusText(room);
    return (
      <button type="button" className="lux-Status-button" title="Open the Lux sidebar" onClick={this.open}>
        {text}
      </button>
    );
  }

  private refresh(): void {
    const room = this.rooms.current;
    // Looking at the status must not start an engine that nobody has used.
    if (room?.state === 'ready' && room.hello?.running) {
      room.watch('monitor', 'money', 'consents');
    }
    this.update();
  }
}

function statusText(room: Room): string {
  const status = room.part('monitor').data as unknown as Illumination | undefined;
  const money = room.part('money').data as unknown as Budget | undefined;
  const parts = ['Lux'];
  if (isMonitored(status)) {
    parts.push(status.monitoring.current_phase, `circular ${status.monitoring.circular_reasoning_score.toFixed(2)}`);
  }
  if (money) {
    parts.push(spending(money.spent, money.limit));
  }
  return parts.join(' · ');
}
