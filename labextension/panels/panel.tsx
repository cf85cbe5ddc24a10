/** The entry of the panels: an anywidget module. */

import { render as draw } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Channel, type Model, type State } from './src/channel';
import { Graph } from './src/graph/view';
import { useWidth } from './src/hooks';
import { Html } from './src/parts';
import { Everything, PANELS } from './src/panels/everything';

const STATES: Record<State, string> = {
  connecting: 'not connected: this is how it was when the cell was run',
  live: 'live',
  lost: 'the kernel is gone: run the cell again'
};

function Root({ channel, model }: { channel: Channel; model: Model }) {
  const [state, setState] = useState<State>(channel.state);
  const root = useRef<HTMLDivElement>(null);
  const width = useWidth(root);
  useEffect(() => channel.onState(() => setState(channel.state)), [channel]);
  const kind: string = model.get('kind');
  const options = model.get('options') ?? {};
  const Shown = PANELS[kind] ?? Everything;
  return (
    <div ref={root} class={`lux ${width < 560 ? 'lux-narrow' : ''} lux-${state}`}>
      <div class="lux-head">
        <span class="lux-light" aria-hidden="true" />
        <b>Lux</b>
        {kind !== 'all' && <span>{kind}</span>}
        <span class="lux-grow" />
        <small class="lux-muted" role="status">
          {STATES[state]}
        </small>
      </div>
      {state === 'connecting' ? (
        <Html html={model.get('snapshot')} />
      ) : (
        <Shown channel={channel} options={options} />
      )}
    </div>
  );
}

function GraphRoot({ model }: { model: Model }) {
  const [data, setData] = useState(model.get('graph'));
  useEffect(() => {
    const changed = (): void => setData(model.get('graph'));
    model.on('change:graph', changed);
    return () => model.off('change:graph', changed);
  }, [model]);
  return (
    <div class="lux">
      {data?.nodes?.length ? <Graph data={data} height={420} /> : <Html html={model.get('snapshot')} />}
    </div>
  );
}

interface RenderContext {
  model: Model;
  el: HTMLElement;
}

function render({ model, el }: RenderContext): () => void {
  // Keys that are typed into a panel are not commands of the notebook.
  const keep = (event: Event): void => event.stopPropagation();
  el.dataset.lmSuppressShortcuts = 'true';
  el.addEventListener('keydown', keep);
  const isGraph = model.get('kind') === 'graph';
  const channel = isGraph ? null : new Channel(model);
  draw(channel ? <Root channel={channel} model={model} /> : <GraphRoot model={model} />, el);
  return () => {
    draw(null, el);
    el.removeEventListener('keydown', keep);
    channel?.dispose();
  };
}

export default { render };
