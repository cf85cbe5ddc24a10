/** What the operations answer, as far as the sidebar shows it. */

export interface Thread {
  id: string;
  title: string;
  turns: number;
  active: boolean;
  current: boolean;
  last_accessed: string;
  notebook?: string;
}

export interface Turn {
  position: number;
  role: 'user' | 'assistant';
  content: string;
  author: string;
  author_kind: string;
  model?: string;
}

export interface Monitoring {
  cognitive_load: number;
  current_phase: string;
  circular_reasoning_score: number;
  distractor_fixation_score: number;
  quality_metrics: { coherence: number; information_density: number; relevance: number; trend: string };
  intervention_history: { thought_number: number; intervention_type: string; reason: string }[];
}

export interface Illumination {
  status: 'active' | 'idle';
  monitoring: Monitoring;
}

/** Whether a reasoning was monitored: a room with threads is active before there is one. */
export function isMonitored(status: Illumination | undefined): status is Illumination {
  if (!status || status.status === 'idle') {
    return false;
  }
  const { cognitive_load, quality_metrics, intervention_history } = status.monitoring;
  return cognitive_load > 0 || quality_metrics.coherence > 0 || intervention_history.length > 0;
}

export interface Session {
  id: string;
  clauses: number;
  version: number;
  updatedAt: string;
}

export interface Project {
  project_id: string;
  name: string;
  path: string;
  contexts: number;
}

export interface Found {
  context_id: string;
  content: string;
  score: number;
  branch_topic: string;
}

export interface Tool {
  id: string;
  name: string;
  description: string;
  category: string;
  available: boolean;
  inputSchema?: { properties?: Record<string, { type?: string; default?: unknown }>; required?: string[] };
}

export interface Consent {
  id: string;
  client: string;
  colour: string;
  scope: string;
  operation: string;
  what: string;
  detail: string;
  at: string;
}

export interface Assistant {
  name: string;
  version?: string;
  colour: string;
  calls: number;
  last_operation: string;
  last_seen: string;
  may: string[];
}

export interface Budget {
  limit?: number;
  per: string;
  spent: number;
  left?: number;
}

export interface RoomStatus {
  version: string;
  model: string;
  provider: string;
  serving: boolean;
  url?: string;
  current_thread?: string;
}

export interface AttachInfo {
  serving: boolean;
  command: string;
  clients: { name: string; title: string; file: string; configuration: string }[];
}
