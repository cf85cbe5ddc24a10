/** The gauges of the monitor. They take the same room whatever they say, so that nothing jumps. */

import { short } from './parts';

interface Intervention {
  thought_number: number;
  intervention_type: string;
  reason: string;
}

/** The state of monitoring, as the kernel tells it. */
export interface Illumination {
  status: string;
  monitoring: {
    cognitive_load: number;
    current_phase: string;
    circular_reasoning_score: number;
    distractor_fixation_score: number;
    quality_metrics: {
      coherence: number;
      information_density: number;
      relevance: number;
      trend: string;
    };
    intervention_history: Intervention[];
  };
}

export type Tone = 'calm' | 'good' | 'fair' | 'bad';

/** The colour of a figure from 0 to 1. */
export function toneOf(value: number, isBadWhenHigh: boolean): Tone {
  const badness = isBadWhenHigh ? value : 1 - value;
  if (badness >= 0.6) {
    return 'bad';
  }
  return badness >= 0.4 ? 'fair' : isBadWhenHigh ? 'calm' : 'good';
}

/** The latest objection of the monitor in one line, and how many there were. */
export function objection(history: Intervention[]): string {
  const last = history[history.length - 1];
  if (!last) {
    return 'The monitor has not objected.';
  }
  const kind = last.intervention_type.replace(/_/g, ' ');
  const more = history.length > 1 ? `, and ${history.length - 1} before` : '';
  return `⚠ thought ${last.thought_number}, ${kind}${more}: ${last.reason}`;
}

/** Whether a reasoning was monitored: a room with threads is active before there is one. */
export function isMonitored(status: Illumination | undefined): boolean {
  if (!status || status.status === 'idle') {
    return false;
  }
  const { cognitive_load, quality_metrics, intervention_history } = status.monitoring;
  return cognitive_load > 0 || quality_metrics.coherence > 0 || intervention_history.length > 0;
}

export function Gauges({ status }: { status: Illumination | undefined }) {
  const seen = isMonitored(status) ? status!.monitoring : undefined;
  const quality = seen?.quality_metrics;
  const history = seen?.intervention_history ?? [];
  const said = seen ? objection(history) : 'No reasoning has been monitored yet.';
  return (
    <section class="lux-monitor" aria-label="Monitor">
      <div class="lux-line">
        <b>{seen ? seen.current_phase : 'monitor'}</b>{' '}
        <span class="lux-muted">{quality ? `quality ${quality.trend}` : ''}</span>
      </div>
      <div class="lux-gauges">
        <Gauge name="load" value={seen?.cognitive_load} isBadWhenHigh />
        <Gauge name="circular" value={seen?.circular_reasoning_score} isBadWhenHigh />
        <Gauge name="drift" value={seen?.distractor_fixation_score} isBadWhenHigh />
        <Gauge name="coherence" value={quality?.coherence} />
        <Gauge name="density" value={quality?.information_density} />
        <Gauge name="relevance" value={quality?.relevance} />
      </div>
      <div class={`lux-line ${history.length ? 'lux-bad' : 'lux-muted'}`} title={said} role="status">
        {short(said, 400)}
      </div>
    </section>
  );
}

interface GaugeProps {
  name: string;
  value: number | undefined;
  isBadWhenHigh?: boolean;
}

function Gauge({ name, value, isBadWhenHigh = false }: GaugeProps) {
  const share = Math.min(1, Math.max(0, value ?? 0));
  const tone = value === undefined ? 'calm' : toneOf(share, isBadWhenHigh);
  return (
    <div class="lux-gauge">
      <span class="lux-muted">{name}</span>
      <span class="lux-gauge-value">{value === undefined ? '–' : value.toFixed(2)}</span>
      <div
        class="lux-gauge-track"
        role="meter"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={1}
        aria-valuenow={Number(share.toFixed(2))}
      >
        <div class={`lux-gauge-bar lux-tone-${tone}`} style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}
