import type { Kernel, KernelMessage } from '@jupyterlab/services';
import type { IDisposable } from '@lumino/disposable';
import { type ISignal, Signal } from '@lumino/signaling';
import { type Answer, EVENTS, type Fields, type Hello, LuxError, type LuxEvent, type Message, REQUESTS } from './protocol';
import { type AskOptions, Questions } from './questions';

/** Whether lux_nb is in the kernel; `looking` until the kernel has said so. */
export type Presence = 'looking' | 'absent' | 'present';

/** The comms to one kernel: questions go one way, events come the other. */
export class Channel implements IDisposable {
  constructor(readonly kernel: Kernel.IKernelConnection) {
    kernel.registerCommTarget(EVENTS, this.opened);
    kernel.statusChanged.connect(this.kernelStatus, this);
    kernel.disposed.connect(this.dispose, this);
    void this.look();
  }

  get presence(): Presence {
    return this._presence;
  }

  get hello(): Hello | null {
    return this._hello;
  }

  /** Whether the kernel works on something that was asked here. */
  get isAsking(): boolean {
    return (this.questions?.size ?? 0) > 0;
  }

  /** The language of the kernel; empty until it has said so. */
  get language(): string {
    return this._language;
  }

  get isDisposed(): boolean {
    return this._isDisposed;
  }

  /** Emitted when the presence or what the kernel says of itself changes. */
  get changed(): ISignal<Channel, void> {
    return this._changed;
  }

  /** Emitted with events as they happen. */
  get happened(): ISignal<Channel, LuxEvent[]> {
    return this._happened;
  }

  /** Emitted when the kernel had more to tell than it told: of a flood it sends the latest. */
  get missed(): ISignal<Channel, void> {
    return this._missed;
  }

  /** Run an operation of the kernel by its wire name. */
  async call(name: string, params: Fields = {}, options: AskOptions & { quiet?: boolean } = {}): Promise<Fields> {
    const questions = this.questions;
    if (!questions) {
      throw new LuxError({ code: 'NOT_LOADED', message: 'lux_nb is not loaded in this kernel.' });
    }
    return questions.ask({ call: name, params, quiet: options.quiet ?? false }, options);
  }

  /** Load the extension into the kernel; rejects with what the kernel said if it can't. */
  async load(): Promise<void> {
    const future = this.kernel.requestExecute({ code: '%load_ext lux_nb', silent: true, store_history: false });
    let said = '';
    future.onIOPub = message => {
      const content = message.content as { name?: string; text?: string };
      said += message.header.msg_type === 'stream' ? (content.text ?? '') : '';
    };
    const reply = (await future.done) as KernelMessage.IExecuteReplyMsg;
    if (reply.content.status === 'error') {
      throw new LuxError(notLoaded(reply.content.ename, reply.content.evalue));
    }
    await this.look();
    if (this._presence !== 'present') {
      throw new LuxError(notLoaded('', said.trim()));
    }
  }

  dispose(): void {
    if (this._isDisposed) {
      return;
    }
    this._isDisposed = true;
    this.questions?.abandon('The kernel is gone.');
    if (!this.kernel.isDisposed) {
      this.kernel.removeCommTarget(EVENTS, this.opened);
    }
    Signal.clearData(this);
  }

  /** Find out whether the kernel has the events comm open; it has while lux_nb is loaded. */
  private async look(): Promise<void> {
    try {
      this._language = (await this.kernel.info).language_info.name;
      const reply = await this.kernel.requestCommInfo({ target_name: EVENTS });
      await this.following;
      const content = reply.content;
      const comms = content.status === 'ok' ? Object.keys(content.comms) : [];
      if (this._isDisposed || this._presence === 'present') {
        return;
      }
      if (comms.length === 0) {
        this.become('absent');
      } else {
        await this.follow(this.kernel.createComm(EVENTS, comms[comms.length - 1]));
      }
    } catch {
      // The kernel went away while it was asked; its status says so.
    }
  }

  private readonly opened = (comm: Kernel.IComm, message: KernelMessage.ICommOpenMsg): void => {
    this._hello = message.content.data as unknown as Hello;
    this.following = this.follow(comm).catch(() => undefined);
  };

  private async follow(events: Kernel.IComm): Promise<void> {
    const turn = ++this.turn;
    events.onMsg = message => this.told(message.content.data as unknown as Message);
    events.onClose = () => this.lost('lux_nb was unloaded.');
    const requests = this.kernel.createComm(REQUESTS);
    if (this.kernel.supportsSubshells) {
      // A kernel answers where it was last asked: one question to its main shell, and the next
      // ones wait for the running cell.
      await (requests as { subshellStarted?: Promise<void> }).subshellStarted;
    }
    if (this._isDisposed || turn !== this.turn) {
      requests.dispose();
      return;
    }
    const questions = new Questions(data => void requests.send(data as never));
    requests.onMsg = message => questions.receive(message.content.data as unknown as Answer);
    requests.onClose = () => this.lost('lux_nb was unloaded.');
    requests.open();
    this.questions = questions;
    this.become('present');
    if (!this._hello) {
      this.greeted((await questions.ask({ hello: true })) as unknown as Hello);
    }
  }

  private told(message: Message): void {
    if (message.type === 'events') {
      this._happened.emit(message.events);
      if (message.left_out > 0) {
        this._missed.emit();
      }
    } else {
      this.greeted(message);
    }
  }

  private greeted(hello: Hello): void {
    this._hello = hello;
    this._changed.emit();
  }

  private kernelStatus(_: Kernel.IKernelConnection, status: Kernel.Status): void {
    if (status === 'restarting' || status === 'autorestarting' || status === 'dead') {
      this.lost('The kernel was restarted.');
      this.isBack = status !== 'dead';
    } else if (status === 'idle' && this.isBack) {
      this.isBack = false;
      void this.look();
    }
  }

  private lost(why: string): void {
    this.turn += 1;
    this.questions?.abandon(why);
    this.questions = null;
    this._hello = null;
    this.become('absent');
  }

  private become(presence: Presence): void {
    this._presence = presence;
    if (!this._isDisposed) {
      this._changed.emit();
    }
  }

  private _presence: Presence = 'looking';
  private _language = '';
  private _hello: Hello | null = null;
  private _isDisposed = false;
  private isBack = false;
  private turn = 0;
  private following: Promise<void> = Promise.resolve();
  private questions: Questions | null = null;
  private readonly _changed = new Signal<Channel, void>(this);
  private readonly _happened = new Signal<Channel, LuxEvent[]>(this);
  private readonly _missed = new Signal<Channel, void>(this);
}

function notLoaded(name: string, value: string): { code: string; message: string; hint?: string } {
  const isMissing = name === 'ModuleNotFoundError' || /No module named '?lux_nb/.test(value);
  return {
    code: 'NOT_LOADED',
    message: isMissing ? 'lux_nb is not installed in this kernel’s environment.' : value || 'lux_nb could not be loaded.',
    hint: isMissing ? 'Run %pip install lux-nb in a cell, then try again.' : undefined
  };
}
