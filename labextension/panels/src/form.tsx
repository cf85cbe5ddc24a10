/** A form made from the JSON Schema of a tool. */

import type { ComponentChildren } from 'preact';

export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  default?: unknown;
  anyOf?: Schema[];
  maxLength?: number;
}

export type Values = Record<string, string | boolean>;

/** What kind of control a property gets. */
export function control(schema: Schema): 'choice' | 'number' | 'switch' | 'text' | 'json' {
  if (schema.enum) {
    return 'choice';
  }
  const given = schema.anyOf?.find(one => one.type !== 'null') ?? schema;
  const type = Array.isArray(given.type) ? given.type.find(one => one !== 'null') : given.type;
  if (type === 'boolean') {
    return 'switch';
  }
  if (type === 'number' || type === 'integer') {
    return 'number';
  }
  return type === 'string' || type === undefined ? 'text' : 'json';
}

/** The values a form begins with. */
export function initial(schema: Schema, example: Record<string, unknown> = {}): Values {
  const values: Values = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const value = name in example ? example[name] : property.default;
    if (control(property) === 'switch') {
      values[name] = value === true;
    } else {
      values[name] = value === undefined || value === null ? '' : asText(value);
    }
  }
  return values;
}

/** The arguments of a call; what can't be read as its type goes as typed, for the kernel to judge. */
export function toArguments(schema: Schema, values: Values): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  const required = new Set(schema.required ?? []);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const value = values[name];
    if (typeof value === 'boolean') {
      if (value || required.has(name) || property.default !== undefined) {
        given[name] = value;
      }
    } else if (value !== undefined && (value !== '' || required.has(name))) {
      given[name] = read(property, value);
    }
  }
  return given;
}

function read(schema: Schema, text: string): unknown {
  const kind = control(schema);
  if (kind === 'text') {
    return text;
  }
  if (kind === 'choice') {
    return (schema.enum ?? []).find(one => asText(one) === text) ?? text;
  }
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

interface Props {
  schema: Schema;
  values: Values;
  onChange: (values: Values) => void;
}

export function SchemaForm({ schema, values, onChange }: Props) {
  const names = Object.keys(schema.properties ?? {});
  const required = new Set(schema.required ?? []);
  const set = (name: string, value: string | boolean): void => onChange({ ...values, [name]: value });
  if (!names.length) {
    return <div class="lux-muted">It takes no arguments.</div>;
  }
  return (
    <div class="lux-form">
      {names.map(name => {
        const property = schema.properties![name];
        return (
          <label key={name} class="lux-field" title={property.description}>
            <span>
              {name}
              {required.has(name) && <i aria-label="required"> *</i>}
            </span>
            {input(name, property, values[name], value => set(name, value))}
            {property.description && <small class="lux-muted">{property.description}</small>}
          </label>
        );
      })}
    </div>
  );
}

function input(
  name: string,
  schema: Schema,
  value: string | boolean | undefined,
  set: (value: string | boolean) => void
): ComponentChildren {
  const kind = control(schema);
  if (kind === 'switch') {
    return (
      <input
        type="checkbox"
        checked={value === true}
        onChange={event => set(event.currentTarget.checked)}
      />
    );
  }
  const text = String(value ?? '');
  if (kind === 'choice') {
    return (
      <select value={text} onChange={event => set(event.currentTarget.value)}>
        <option value="">–</option>
        {schema.enum!.map(one => (
          <option key={asText(one)} value={asText(one)}>
            {asText(one)}
          </option>
        ))}
      </select>
    );
  }
  if (kind === 'json' || (kind === 'text' && (schema.maxLength ?? 0) > 2000)) {
    return (
      <textarea
        rows={2}
        value={text}
        placeholder={kind === 'json' ? 'JSON' : ''}
        onInput={event => set(event.currentTarget.value)}
      />
    );
  }
  return (
    <input
      type="text"
      inputMode={kind === 'number' ? 'decimal' : 'text'}
      name={name}
      value={text}
      autocomplete="off"
      onInput={event => set(event.currentTarget.value)}
    />
  );
}
