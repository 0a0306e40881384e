import {
  type ConstDirectiveNode,
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import type { Role } from '../../src/access/scopes/scopes.js';
import { LOG_START, toCursor } from '../../src/platform/events/status-change.js';
import { insertKey } from './api-keys.js';
import type { Desk } from './desk.js';
import { eventually } from './eventually.js';
import { type GeneratedDocument, generateQueries, generateSubscriptions } from './generated-documents.js';
import { createdOrder } from './orders.js';
import { recordedPayout, unconfirmedPayout } from './payouts.js';

const SEED = 20_261_123;

/** Fields that a read changes, so two answers differ. */
const CHANGED_BY_READING = /auditEntries|lastUsedAt/;

/** Subscriptions that have events on every desk of these tests. */
const SUBSCRIPTIONS = ['orderChanged', 'orderStatusChanged', 'payoutChanged', 'payoutStatusChanged'];

const EVENTS = 2;

export interface GeneratedSet {
  readonly queries: readonly GeneratedDocument[];
  readonly subscriptions: readonly GeneratedDocument[];
}

/** Fills a desk, which must have no worker, and generates documents about its objects. */
export async function generateFor(
  desk: Desk,
  count: { readonly queries: number; readonly subscriptions: number },
): Promise<GeneratedSet> {
  const { api, schema } = desk.purser;
  const order = await createdOrder(api, { purpose: 'Tickets: "2" \\ 😀' });
  await createdOrder(api, { amount: '3' });
  const payout = await recordedPayout(api);
  await unconfirmedPayout(desk, { isMade: true });
  const ids = [order.id, payout.id, order.externalId, 'x'];
  // A quarter more than needed, because some are dropped.
  const queries = generateQueries(schema, ids, { seed: SEED, numRuns: Math.ceil(count.queries * 1.25) });
  const after = toCursor(LOG_START);
  return {
    queries: queries.filter(({ query }) => !CHANGED_BY_READING.test(query)).slice(0, count.queries),
    subscriptions: generateSubscriptions(
      schema,
      { ids, fields: SUBSCRIPTIONS, after },
      { seed: SEED, numRuns: count.subscriptions },
    ),
  };
}

/**
 * Compares the answers to a role with graphql-js's, byte for byte. Returns how many answers have data and no errors.
 */
export async function compareAnswers(desk: Desk, role: Role, { queries, subscriptions }: GeneratedSet) {
  const api = desk.purser.as(await insertKey(desk.database, { roles: [role] }));
  await eventually('all that happened is read', () => isAllRead(desk));
  let answered = 0;
  let told = 0;
  for (const { query, variables } of queries) {
    const [ours, theirs] = [
      await api.sendForText(query, variables),
      await api.sendForText(unplanned(query), variables),
    ];
    expect({ query, status: ours.status }).toEqual({ query, status: theirs.status });
    expectEqual(query, ours.text, theirs.text);
    if (isData(ours.text)) answered += 1;
  }
  for (const { query, variables } of subscriptions) {
    const ours = await api.firstMessages(query, variables, EVENTS);
    const theirs = await api.firstMessages(unplanned(query), variables, EVENTS);
    expect({ query, count: ours.length }).toEqual({ query, count: theirs.length });
    for (const [index, message] of ours.entries()) expectEqual(query, message, theirs[index]!);
    if (ours.length === EVENTS && ours.every(isData)) told += 1;
  }
  return { answered, told };
}

/**
 * Returns null until pages show the cursor of the last change. Before that, two answers would show different cursors.
 */
async function isAllRead({ purser, database }: Desk): Promise<true | null> {
  const { payouts } = await purser.api.request<{ payouts: { pageInfo: { liveCursor: string } } }>(
    '{ payouts(first: 1) { pageInfo { liveCursor } } }',
  );
  const place = Buffer.from(payouts.pageInfo.liveCursor, 'base64url').toString();
  const [last] = await database.query<{ id: string }>('SELECT max(id) AS id FROM logged_changes');
  return place.endsWith(`.${last!.id}`) ? true : null;
}

function isData(text: string): boolean {
  return text.includes('"data":{') && !text.includes('"errors":[');
}

/** Expects equal texts, apart from errors. */
function expectEqual(query: string, ours: string, theirs: string): void {
  const [mine, others] = [partsOf(ours), partsOf(theirs)];
  expect({ query, text: mine.text }).toEqual({ query, text: others.text });
  // The order of sibling errors depends on which promise settles first, and errors below a field that became null may
  // be missing.
  const [fewer, more] = [mine.errors, others.errors].toSorted((one, other) => one.length - other.length);
  // If there is no data, the first of several errors ended the response.
  if (!mine.text.includes('"data":null')) expect(more).toEqual(expect.arrayContaining([...fewer!]));
  expect(fewer!.length > 0).toBe(more!.length > 0);
}

function partsOf(text: string): { readonly text: string; readonly errors: readonly string[] } {
  if (!text.includes('"errors":[') && !text.includes('"type":"error"')) return { text, errors: [] };
  const message = JSON.parse(text) as Answer & { readonly payload?: Answer | object[] };
  const answer = message.payload ?? message;
  const { errors = [], ...rest } = Array.isArray(answer) ? { errors: answer } : answer;
  return { text: JSON.stringify(rest), errors: errors.map((error) => JSON.stringify({ ...error, locations: null })) };
}

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly object[];
}

const INCLUDE_IF_TRUE: ConstDirectiveNode = {
  kind: Kind.DIRECTIVE,
  name: { kind: Kind.NAME, value: 'include' },
  arguments: [
    {
      kind: Kind.ARGUMENT,
      name: { kind: Kind.NAME, value: 'if' },
      value: { kind: Kind.BOOLEAN, value: true },
    },
  ],
};

/** Adds a directive without effect, so that graphql-js executes the document. */
function unplanned(query: string): string {
  const document = parsed(query);
  // graphql-js already executes documents with directives.
  if (!document || query.includes('@')) return query;
  return print(
    visit(document, {
      OperationDefinition: (operation) => ({ ...operation, selectionSet: included(operation) }),
    }),
  );
}

/** Adds the directive to the first field, but not to the root field of a subscription, where it is not allowed. */
function included({ selectionSet, ...node }: OperationDefinitionNode | FieldNode): SelectionSetNode {
  const [first, ...rest] = selectionSet!.selections as readonly [SelectionNode, ...SelectionNode[]];
  const isRoot = 'operation' in node && node.operation === OperationTypeNode.SUBSCRIPTION;
  const changed = isRoot
    ? { ...first, selectionSet: included(first as FieldNode) }
    : { ...first, directives: [INCLUDE_IF_TRUE] };
  return { kind: Kind.SELECTION_SET, selections: [changed, ...rest] };
}

function parsed(query: string): DocumentNode | null {
  try {
    return parse(query);
  } catch {
    return null;
  }
}
