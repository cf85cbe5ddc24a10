import type { ISettingRegistry } from '@jupyterlab/settingregistry';
import { type ISignal, Signal } from '@lumino/signaling';

export interface Values {
  autoLoad: boolean;
  showBadges: boolean;
  highlightCells: boolean;
  notifyInterventions: boolean;
  notifyConsents: boolean;
  eventLimit: number;
}

export const DEFAULTS: Values = {
  autoLoad: false,
  showBadges: true,
  highlightCells: true,
  notifyInterventions: true,
  notifyConsents: true,
  eventLimit: 1000
};

/** The user's settings; the defaults until they are loaded. */
export class Settings {
  get values(): Values {
    return this._values;
  }

  get changed(): ISignal<Settings, void> {
    return this._changed;
  }

  /** Take the settings from the registry, now and at each change. */
  async follow(registry: ISettingRegistry, plugin: string): Promise<void> {
    const found = await registry.load(plugin);
    const take = (): void => {
      this._values = { ...DEFAULTS, ...(found.composite as Partial<Values>) };
      this._changed.emit();
    };
    found.changed.connect(take);
    take();
  }

  private _values: Values = DEFAULTS;
  private readonly _changed = new Signal<Settings, void>(this);
}
