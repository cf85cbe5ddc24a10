import type { NotebookPanel } from '@jupyterlab/notebook';
import type { IRenderMime, IRenderMimeRegistry } from '@jupyterlab/rendermime';
import type { Kernel, KernelMessage } from '@jupyterlab/services';
import { Panel, Widget } from '@lumino/widgets';
import type { Rooms } from './rooms';

/** What a panel's output has beside its widget and its picture: which widget it is. */
export const PANEL = 'application/vnd.lux-nb.panel+json';
const VIEW = 'application/vnd.jupyter.widget-view+json';
const PICTURE = 'text/html';
const WIDGETS = 'jupyter.widget';
/** Before the widgets' own renderer, which has nothing to show of a widget that is gone. */
const RANK = -20;

/** Show a panel as a widget where the kernel has it, and as its picture where it has not. */
export function installOutputs(rooms: Rooms): void {
  const follow = (panel: NotebookPanel): void => {
    const { rendermime } = panel.content;
    const models = new Models(panel);
    rendermime.addFactory(
      { safe: false, mimeTypes: [PANEL], createRenderer: () => new PanelOutput(rendermime, models) },
      RANK
    );
  };
  rooms.all.forEach(room => follow(room.panel));
  rooms.added.connect((_, room) => follow(room.panel));
}

/** The widgets that the kernel of a notebook has. */
class Models {
  constructor(private readonly panel: NotebookPanel) {
    const session = panel.sessionContext;
    session.iopubMessage.connect((_, message) => this.heard(message));
    session.kernelChanged.connect(() => this.forget());
    session.statusChanged.connect((_, status) => {
      if (status === 'restarting' || status === 'autorestarting') {
        this.forget();
      }
    });
  }

  /** Whether a widget was made while this page looked on. */
  has(id: string): boolean {
    return this.made.has(id);
  }

  /** Whether the kernel has a widget; it says so when it has time. */
  async find(id: string): Promise<boolean> {
    // A page shows its outputs before it is connected to the kernel.
    await this.panel.sessionContext.ready;
    const kernel = this.panel.sessionContext.session?.kernel;
    if (!kernel) {
      return false;
    }
    this.asked ??= listed(kernel);
    return this.has(id) || (await this.asked).has(id);
  }

  private heard(message: KernelMessage.IMessage): void {
    if (message.header.msg_type === 'comm_open') {
      const { comm_id, target_name } = message.content as { comm_id: string; target_name: string };
      if (target_name === WIDGETS) {
        this.made.add(comm_id);
      }
    }
  }

  private forget(): void {
    this.made.clear();
    this.asked = null;
  }

  private asked: Promise<ReadonlySet<string>> | null = null;
  private readonly made = new Set<string>();
}

async function listed(kernel: Kernel.IKernelConnection): Promise<ReadonlySet<string>> {
  try {
    const { content } = await kernel.requestCommInfo({ target_name: WIDGETS });
    return new Set(content.status === 'ok' ? Object.keys(content.comms) : []);
  } catch {
    // The kernel went away while it was asked.
    return new Set();
  }
}

/** The output of a panel. */
class PanelOutput extends Panel implements IRenderMime.IRenderer {
  constructor(
    private readonly rendermime: IRenderMimeRegistry,
    private readonly models: Models
  ) {
    super();
    this.addClass('lux-Output');
  }

  async renderModel(model: IRenderMime.IMimeModel): Promise<void> {
    const id = String((model.data[PANEL] as { model_id?: string } | undefined)?.model_id ?? '');
    if (this.models.has(id)) {
      await this.put(VIEW, model);
      return;
    }
    await this.put(PICTURE, model);
    this.addWidget(note());
    // Not waited for: a kernel that is busy answers late.
    void this.models.find(id).then(isThere => {
      if (isThere && !this.isDisposed) {
        void this.put(VIEW, model);
      }
    });
  }

  private async put(mimeType: string, model: IRenderMime.IMimeModel): Promise<void> {
    [...this.widgets].forEach(widget => widget.dispose());
    const renderer = this.rendermime.createRenderer(mimeType);
    this.addWidget(renderer);
    await renderer.renderModel(model);
  }
}

function note(): Widget {
  const made = new Widget();
  made.addClass('lux-Output-note');
  made.node.textContent = 'As it was when the cell was run. Run it again to have it live.';
  return made;
}
