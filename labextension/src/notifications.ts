import { Notification } from '@jupyterlab/apputils';
import { words } from './events';
import { fileName } from './format';
import { asLuxError, type LuxEvent } from './protocol';
import type { Room } from './room';
import type { Rooms } from './rooms';
import type { Settings } from './settings';

/** Tell the user when the monitor steps in, and when an assistant waits for an answer. */
export function installNotifications(rooms: Rooms, settings: Settings, show: () => void): void {
  const asked = new Map<string, string>();
  rooms.happened.connect((_, { room, events }) => {
    for (const event of events) {
      if (event.kind === 'thought_added' && event.payload.intervention && settings.values.notifyInterventions) {
        tellIntervention(room, event, show);
      } else if (event.kind === 'consent') {
        followConsent(room, event, asked, settings, show);
      }
    }
  });
}

function where(room: Room): string {
  return fileName(room.panel.context.path);
}

function tellIntervention(room: Room, event: LuxEvent, show: () => void): void {
  const kind = words(String(event.payload.intervention));
  const message = `${where(room)}: the monitor objects to thought ${event.payload.thought_number} (${kind}).`;
  Notification.warning(message, { autoClose: 10_000, actions: [{ label: 'Show', callback: show }] });
}

function followConsent(
  room: Room,
  event: LuxEvent,
  asked: Map<string, string>,
  settings: Settings,
  show: () => void
): void {
  const id = String(event.payload.id ?? '');
  if (!id) {
    return;
  }
  const key = `${room.panel.id} ${id}`;
  const known = asked.get(key);
  if (event.status !== 'waiting') {
    if (known) {
      Notification.dismiss(known);
      asked.delete(key);
    }
  } else if (!known && settings.values.notifyConsents) {
    asked.set(key, askForConsent(room, event, id, show));
  }
}

function askForConsent(room: Room, event: LuxEvent, id: string, show: () => void): string {
  const answer = (allow: boolean): void => {
    room.call('consent_answer', { request_id: id, allow }).catch(error => {
      Notification.error(asLuxError(error).message);
    });
  };
  const message = `${where(room)}: ${event.author} wants to ${event.payload.scope}: ${event.payload.what}.`;
  return Notification.warning(message, {
    autoClose: false,
    actions: [
      { label: 'Allow once', callback: () => answer(true), displayType: 'accent' },
      { label: 'Deny', callback: () => answer(false), displayType: 'warn' },
      { label: 'Show', callback: show }
    ]
  });
}
