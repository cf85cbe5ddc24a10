import React from 'react';
import { type Illumination, isMonitored } from '../answers';
import { words } from '../events';
import type { Room } from '../room';
import { Asking, Empty, Problem } from './common';

/** The gauges of the metacognitive monitor. */
export function Monitor(props: { room: Room }): React.JSX.Element {
  const { data, error } = props.room.part('monitor');
  if (error) {
    return <Problem error={error} onRetry={() => props.room.refresh('monitor')} />;
  }
  if (!data) {
    return <Asking />;
  }
  const status = data as unknown as Illumination | undefined;
  if (!isMonitored(status)) {
    return <Empty>No reasoning has been monitored yet. A %%trace cell begins one.</Empty>;
  }
  const { monitoring } = status;
  const latest = monitoring.intervention_history.at(-1);
  return (
    <div className="lux-Monitor">
      <Phase current={monitoring.current_phase} />
      <Gauge name="Circular reasoning" value={monitoring.circular_reasoning_score} isBad />
      <Gauge name="Fixation" value={monitoring.distractor_fixation_score} isBad />
      <Gauge name="Cognitive load" value={monitoring.cognitive_load} isBad />
      <Gauge name="Coherence" value={monitoring.quality_metrics.coherence} />
      <Gauge name="Relevance" value={monitoring.quality_metrics.relevance} />
      <p className="lux-Monitor-trend">
        Quality is <b>{monitoring.quality_metrics.trend}</b>.
        {latest ? ` Last objection, at thought ${latest.thought_number}: ${words(latest.intervention_type)}.` : ''}
      </p>
    </div>
  );
}

const PHASES = ['exploration', 'synthesis', 'conclusion'];

function Phase(props: { current: string }): React.JSX.Element {
  return (
    <ol className="lux-Phases" aria-label="Phase of the reasoning">
      {PHASES.map(phase => (
        <li key={phase} aria-current={phase === props.current ? 'step' : undefined}>
          {phase}
        </li>
      ))}
    </ol>
  );
}

function Gauge(props: { name: string; value: number; isBad?: boolean }): React.JSX.Element {
  const value = Math.min(1, Math.max(0, props.value));
  const level = props.isBad && value >= 0.7 ? 'high' : props.isBad && value >= 0.4 ? 'middle' : 'good';
  return (
    <div className="lux-Gauge">
      <span className="lux-Gauge-name">{props.name}</span>
      <div
        className="lux-Gauge-track"
        role="meter"
        aria-label={props.name}
        aria-valuemin={0}
        aria-valuemax={1}
        aria-valuenow={Number(value.toFixed(2))}
      >
        <div className="lux-Gauge-bar" data-level={level} style={{ width: `${value * 100}%` }} />
      </div>
      <span className="lux-Gauge-value">{value.toFixed(2)}</span>
    </div>
  );
}
