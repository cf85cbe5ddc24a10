/** All panels as tabs, with what happens in the kernel on the first one. */

import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import type { Channel } from '../channel';
import { changes, useLive } from '../hooks';
import { Gauges } from '../gauges';
import { money, Tabs } from '../parts';
import { Assistants, usePending } from './assistants';
import { Feed } from './feed';
import { Logic } from './logic';
import { Memory } from './memory';
import { Models } from './models';
import { Reasoning } from './reasoning';
import { Tools } from './tools';

type View = FunctionComponent<{ channel: Channel; options: Record<string, any> }>;

export const PANELS: Record<string, View> = {
  reasoning: Reasoning,
  logic: Logic,
  memory: Memory,
  tools: Tools,
  models: Models,
  assistants: Assistants
};

const NAMES = ['overview', ...Object.keys(PANELS)];

export function Everything({ channel, options }: { channel: Channel; options: Record<string, any> }) {
  const [tab, setTab] = useState<string>(options.tab ?? 'overview');
  const waiting = usePending(channel).requests.length;
  const Shown = PANELS[tab];
  return (
    <>
      <Tabs names={NAMES} current={tab} onChange={setTab} id="lux" badges={{ assistants: waiting }} />
      <div role="tabpanel" aria-labelledby={`lux-${tab}`} key={tab}>
        {Shown ? <Shown channel={channel} options={options} /> : <Overview channel={channel} />}
      </div>
    </>
  );
}

function Overview({ channel }: { channel: Channel }) {
  const everything = changes(channel, ['reasoning', 'traces', 'models', 'threads']);
  const status = useLive(channel, 'illumination_status', {}, ['wire'], everything);
  const budget = useLive(channel, 'models.budget', {}, ['wire'], everything);
  const spent = budget.answer?.wire;
  return (
    <div class="lux-stack">
      <div class="lux-card">
        <Gauges status={status.answer?.wire} />
        <div>
          {spent
            ? `${money(spent.spent)} spent ${spent.per === 'day' ? 'today' : 'in this notebook'}` +
              (spent.limit ? ` of ${money(spent.limit)}` : '')
            : ' '}
        </div>
      </div>
      <Feed channel={channel} height={320} />
    </div>
  );
}
