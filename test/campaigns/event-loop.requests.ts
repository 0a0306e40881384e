import { randomUUID } from 'node:crypto';
import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  isScalarType,
} from 'graphql';

/** What a request may hold, with room for the document around it. */
const MAX_TEXT = 127 * 1_024;

/** What texts repeat: each made some search, parser or pattern slow somewhere. */
export const PATTERNS: readonly string[] = [
  '1 ',
  '11 ',
  '12345 ',
  '1._1',
  '4111 1111 1111 1112 ',
  '１１ ',
  '٤ ',
  '4\u200d',
  'e\u0301\u0316',
  ' ',
  'a@a.',
  '.',
  '-',
  '%_\\',
  'https://a.example/?a=1&',
  '+49 ',
  '::',
  '0',
  '\ud800',
  '{"a":[',
  'MC4w',
  '"=",\n',
  'İ',
];

export interface HeldRequest {
  readonly name: string;
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

interface Leaf {
  /** The operation and the way to the value, `createOrder.input.customer.city`. */
  readonly name: string;
  readonly document: string;
  /** The variables with a text in this place. */
  readonly variables: (value: unknown) => Readonly<Record<string, unknown>>;
  readonly isList: boolean;
}

/** Every place of every query and mutation in which a client may write a text, with each of these patterns. */
export function requestsOf(schema: GraphQLSchema, patternsOf: (leaf: number) => readonly string[]): HeldRequest[] {
  return leavesOf(schema).flatMap((leaf, index) =>
    patternsOf(index).flatMap((pattern) => {
      const text = repeated(pattern);
      const values: readonly unknown[] = leaf.isList ? [[text], Array<string>(2_000).fill(pattern)] : [text];
      return values.map((value) =>
        graphql(
          `
            ${leaf.name}
            ${JSON.stringify(pattern)}
          `,
          leaf.document,
          leaf.variables(value),
        ),
      );
    }),
  );
}

/** What comes before any operation runs: documents, paths, headers and the bodies of webhooks. */
export function requestsAround(webhookPaths: readonly string[]): HeldRequest[] {
  const documents = [
    '{',
    '[',
    '(',
    'a ',
    '{a',
    '#',
    '"',
    '"""',
    '...a ',
    '@a ',
    'a:a ',
    '$',
    '1',
    '-',
    '\u200b',
    '{a{',
    ',',
  ];
  return [
    ...documents.map((pattern) => graphql(`document ${pattern}`, repeated(pattern), {})),
    graphql('document of fields', `{ ${repeated('payoutGate { isOpen } ')} }`, {}),
    ...PATTERNS.flatMap((pattern): HeldRequest[] => {
      const header = repeated(pattern)
        .replace(/[^\x20-\x7e]/g, 'x')
        .slice(0, 12_000)
        .trim();
      const inPath = encodeURIComponent(
        repeated(pattern)
          .slice(0, 1_000)
          .replace(/\p{Surrogate}/gu, 'x'),
      );
      const names = ['authorization', 'x-forwarded-for', 'origin', 'content-type', 'accept', 'x-signature', 'cookie'];
      return [
        ...names.map((name) => ({
          ...graphql(`header ${name} ${pattern}`, '{ payoutGate { isOpen } }', {}),
          headers: {
            'content-type': 'application/json',
            [name]: name === 'authorization' ? `Bearer ${header}` : header,
          },
        })),
        { name: `path ${pattern}`, method: 'GET', path: `/${inPath}`, headers: {}, body: null },
        { name: `query ${pattern}`, method: 'GET', path: `/graphql?query=${inPath}`, headers: {}, body: null },
        ...webhookPaths.flatMap((path): HeldRequest[] => [
          webhook(`${path} id ${pattern}`, path, JSON.stringify({ id: repeated(pattern).slice(0, 10_000) })),
          webhook(`${path} body ${pattern}`, path, repeated(pattern).slice(0, 20_000)),
          webhook(`${path} path ${pattern}`, `${path}/${inPath}`, '{}'),
        ]),
      ];
    }),
  ];
}

function graphql(name: string, query: string, variables: Readonly<Record<string, unknown>>): HeldRequest {
  const body = JSON.stringify({ query, variables });
  return { name, path: '/graphql', method: 'POST', headers: { 'content-type': 'application/json' }, body };
}

function webhook(name: string, path: string, body: string): HeldRequest {
  return { name: `webhook ${name}`, path, method: 'POST', headers: { 'content-type': 'application/json' }, body };
}

/** As long as a request may be, and ending otherwise than it began: what looks for an end looks at all of it. */
function repeated(pattern: string): string {
  const bytes = Buffer.byteLength(JSON.stringify(pattern)) - 2;
  return `${pattern.repeat(Math.floor((MAX_TEXT - 100) / bytes))}x`;
}

function leavesOf(schema: GraphQLSchema): Leaf[] {
  const operations = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
  ] as const;
  return operations.flatMap(([kind, root]) =>
    Object.values(root?.getFields() ?? {}).flatMap((field) => leavesOfOperation(kind, field)),
  );
}

function leavesOfOperation(kind: 'query' | 'mutation', field: GraphQLField<unknown, unknown>): Leaf[] {
  const declared = field.args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const given = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
  const document = `${kind} (${declared}) { ${field.name}(${given}) ${selection} }`;
  const required = Object.fromEntries(
    field.args.filter(isRequiredArgument).map((arg) => [arg.name, valueOf(arg.type)]),
  );
  return field.args.flatMap((arg) =>
    placesIn(arg, []).map(({ path, isList }) => ({
      name: [field.name, ...path].join('.'),
      document,
      variables: (value: unknown) => put(required, path, { value, holders: typesOn(arg) }) as Record<string, unknown>,
      isList,
    })),
  );
}

interface Place {
  readonly path: readonly string[];
  readonly isList: boolean;
}

function placesIn(input: GraphQLArgument | GraphQLInputField, above: readonly string[]): Place[] {
  const path = [...above, input.name];
  const type = getNamedType(input.type);
  if (isInputObjectType(type)) return Object.values(type.getFields()).flatMap((field) => placesIn(field, path));
  if (!isScalarType(type) || ['Int', 'Boolean'].includes(type.name)) return [];
  return [{ path, isList: hasList(input.type) }];
}

function hasList(type: GraphQLInputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type);
}

function typesOn(arg: GraphQLArgument): (path: readonly string[]) => unknown {
  return (path) => {
    let type = getNamedType(arg.type);
    for (const name of path.slice(1)) if (isInputObjectType(type)) type = getNamedType(type.getFields()[name]!.type);
    return isInputObjectType(type) ? valueOf(type) : {};
  };
}

/** A copy of an input with a value put in a place, and what is required on the way there. */
function put(
  input: unknown,
  path: readonly string[],
  about: { readonly value: unknown; readonly holders: (path: readonly string[]) => unknown },
  at = 0,
): unknown {
  const name = path[at];
  if (name === undefined) return about.value;
  const holder = (input ?? about.holders(path.slice(0, at))) as Record<string, unknown>;
  return { ...holder, [name]: put(holder[name], path, about, at + 1) };
}

const VALUES: Readonly<Record<string, unknown>> = {
  Decimal: '1.00',
  SignedDecimal: '1.00',
  CurrencyCode: 'EUR',
  DateTime: '2026-01-01T00:00:00Z',
  Int: 1,
  Boolean: true,
  String: 'text',
  CardNumber: '4111111111111111',
  CardCvv: '123',
  SmsCode: '123456',
};

function valueOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return valueOf(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(isRequiredInputField);
    return Object.fromEntries(fields.map((field) => [field.name, valueOf(field.type)]));
  }
  return VALUES[type.name] ?? randomUUID();
}
