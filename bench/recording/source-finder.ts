import { createHash } from 'node:crypto';
import type { Encoded } from './recorded-request.js';

/** A value that is generated once per request and reused wherever it occurs in the script. */
export type FreshValue =
  | { readonly make: 'uuid'; readonly version: string }
  | { readonly make: 'bytes' | 'text'; readonly length: number }
  | { readonly make: 'now' };

export type Source =
  | { readonly from: 'constant'; readonly value: Encoded }
  | { readonly from: 'input'; readonly path: readonly string[] }
  | { readonly from: 'body-hash' }
  | { readonly from: 'answer'; readonly path: readonly string[] }
  | { readonly from: 'row'; readonly step: number; readonly column: string }
  | { readonly from: 'fresh'; readonly index: number; readonly value: FreshValue }
  | { readonly from: 'list'; readonly items: readonly Source[] }
  | { readonly from: 'text'; readonly parts: readonly Source[] }
  | { readonly from: 'json'; readonly value: JsonSource };

export type JsonSource =
  | { readonly leaf: Source }
  | { readonly list: readonly JsonSource[] }
  | { readonly fields: readonly (readonly [string, JsonSource])[] };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Traces values to their source. Values come in groups: the values at the same place, one per sample. */
export class SourceFinder {
  readonly #known = new Map<string, Source>();
  #fresh = 0;

  /** @param bodies request bodies of the samples, as sent */
  constructor(bodies: readonly string[]) {
    this.learn(
      bodies.map((body) => ({ $bytes: createHash('sha256').update(body).digest('base64') })),
      {
        from: 'body-hash',
      },
    );
    this.learnLeaves(bodies.map(inputOf), (path) => ({ from: 'input', path }));
  }

  learnAnswer(answers: readonly string[]): void {
    this.learnLeaves(
      answers.map((answer) => parseOr(answer, null)),
      (path) => ({ from: 'answer', path }),
    );
  }

  learnRow(step: number, rows: readonly Encoded[]): void {
    for (const column of Object.keys(rows[0] ?? {})) {
      this.learn(
        rows.map((row) => (row as Readonly<Record<string, Encoded>> | null)?.[column] ?? null),
        {
          from: 'row',
          step,
          column,
        },
      );
    }
  }

  /** @throws Error if the values differ and have no known source */
  source(values: readonly Encoded[]): Source {
    const [first = null] = values;
    if (values.every((value) => keyOf([value]) === keyOf([first]))) return { from: 'constant', value: first };
    const known = this.#known.get(keyOf(values));
    if (known) return known;
    if (areLists(values)) {
      return {
        from: 'list',
        items: values[0]?.map((_, at) => this.source(values.map((list) => list[at] ?? null))) ?? [],
      };
    }
    if (areTexts(values)) return this.sourceOfText(values);
    if (values.every((value) => hasMark(value, '$date'))) return this.fresh(values, { make: 'now' });
    if (values.every((value) => hasMark(value, '$bytes'))) {
      const { $bytes } = first as { readonly $bytes: string };
      return this.fresh(values, { make: 'bytes', length: Buffer.from($bytes, 'base64').length });
    }
    throw new Error(`Nothing says where these come from: ${JSON.stringify(values).slice(0, 500)}`);
  }

  private sourceOfText(values: readonly string[]): Source {
    const [first = ''] = values;
    const parsed = values.map((value) => (/^[[{]/.test(value) ? parseOr(value, undefined) : undefined));
    if (parsed.every((value) => value !== undefined)) return { from: 'json', value: this.json(parsed) };
    const version = UUID.exec(first)?.[1];
    if (version !== undefined) return this.fresh(values, { make: 'uuid', version });
    const start = commonLength(values, (text, at) => text[at]);
    const rests = values.map((value) => value.slice(start));
    const end = commonLength(rests, (text, at) => text[text.length - 1 - at]);
    const middles = rests.map((rest) => rest.slice(0, rest.length - end));
    const middle =
      this.#known.get(keyOf(middles)) ?? this.fresh(middles, { make: 'text', length: middles[0]?.length ?? 0 });
    if (start + end === 0) return middle;
    const constant = (value: string): Source => ({ from: 'constant', value });
    return {
      from: 'text',
      parts: [constant(first.slice(0, start)), middle, constant(first.slice(first.length - end))],
    };
  }

  private json(values: readonly Encoded[]): JsonSource {
    const [first] = values;
    if (areLists(values)) {
      return { list: values[0]?.map((_, at) => this.json(values.map((list) => list[at] ?? null))) ?? [] };
    }
    if (typeof first !== 'object' || first === null) return { leaf: this.source(values) };
    const fields = Object.keys(first).map((key) => {
      const parts = values.map((value) => (value as Readonly<Record<string, Encoded>>)[key] ?? null);
      return [key, this.json(parts)] as const;
    });
    return { fields };
  }

  private fresh(values: readonly Encoded[], value: FreshValue): Source {
    const source: Source = { from: 'fresh', index: this.#fresh, value };
    this.#fresh += 1;
    this.#known.set(keyOf(values), source);
    return source;
  }

  private learnLeaves(
    values: readonly Encoded[],
    toSource: (path: readonly string[]) => Source,
    path: readonly string[] = [],
  ): void {
    const [first] = values;
    if (typeof first !== 'object' || first === null) {
      this.learn(values, toSource(path));
      return;
    }
    for (const key of Object.keys(first)) {
      const parts = values.map((value) => (value as Readonly<Record<string, Encoded>> | null)?.[key] ?? null);
      this.learnLeaves(parts, toSource, [...path, key]);
    }
  }

  private learn(values: readonly Encoded[], source: Source): void {
    const key = keyOf(values);
    // The earliest source is the original one. Later sources only pass the value on.
    if (!this.#known.has(key)) this.#known.set(key, source);
  }
}

/** Returns the input of a mutation, or the whole body of any other request. */
export function inputOf(body: string): Encoded {
  const parsed = parseOr(body, null) as { readonly variables?: { readonly input?: Encoded } } | null;
  return parsed?.variables?.input ?? parsed;
}

function parseOr<Other>(text: string, other: Other): Encoded | Other {
  try {
    return JSON.parse(text) as Encoded;
  } catch {
    return other;
  }
}

function keyOf(values: readonly Encoded[]): string {
  return JSON.stringify(values);
}

function areTexts(values: readonly Encoded[]): values is readonly string[] {
  return values.every((value) => typeof value === 'string');
}

function areLists(values: readonly Encoded[]): values is readonly (readonly Encoded[])[] {
  return values.every((value) => Array.isArray(value) && value.length === (values[0] as readonly Encoded[]).length);
}

function hasMark(value: Encoded, mark: '$bytes' | '$date'): boolean {
  return typeof value === 'object' && value !== null && mark in value;
}

function commonLength(texts: readonly string[], characterAt: (text: string, at: number) => string | undefined): number {
  const shortest = Math.min(...texts.map((text) => text.length));
  let length = 0;
  while (length < shortest && new Set(texts.map((text) => characterAt(text, length))).size === 1) length += 1;
  return length;
}
