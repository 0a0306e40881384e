import { type ConstDirectiveNode, type DocumentNode, Kind, parse, print, visit } from 'graphql';
import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { type GeneratedDocument, generateQueries } from '../support/generated-documents.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { insertKey } from '../support/api-keys.js';
import { createdOrder } from '../support/orders.js';
import { recordedPayout, unconfirmedPayout } from '../support/payouts.js';

// The same two hundred on every machine.
const RUN = { numRuns: 250, seed: 20_261_123 };

/** What reading leaves behind is there in the second answer only. */
const CHANGED_BY_READING = /auditEntries|lastUsedAt/;

describe('two hundred generated documents', () => {
  let desk: Desk;
  let documents: GeneratedDocument[];

  beforeAll(async () => {
    // Without a worker, so that nothing changes between two answers.
    desk = await openDesk({ PURSER_ROLES: 'api' });
    const { api, schema } = desk.purser;
    const order = await createdOrder(api);
    await createdOrder(api, { amount: '3' });
    const payout = await recordedPayout(api);
    await unconfirmedPayout(desk, { isMade: true });
    const written = generateQueries(schema, [order.id, payout.id, order.externalId, 'x'], RUN);
    documents = written.filter(({ query }) => !CHANGED_BY_READING.test(query)).slice(0, 200);
  });

  afterAll(() => desk.close());

  it.each(['viewer', 'operator', 'auditor'] as const)(
    'a role %s gets the same answers as from graphql-js',
    async (role) => {
      const api = desk.purser.as(await insertKey(desk.database, { roles: [role] }));
      await eventually('all that happened is read', () => isAllRead(desk));
      expect(documents).toHaveLength(200);
      let answered = 0;
      for (const { query, variables } of documents) {
        const ours = await answerOf(api, { query, variables });
        const theirs = await answerOf(api, { query: unplanned(query), variables });
        expect({ query, ...ours, errors: [] }).toEqual({ query, ...theirs, errors: [] });
        const [fewer, more] = [ours.errors, theirs.errors].toSorted((a, b) => a.length - b.length);
        expect(more).toEqual(expect.arrayContaining([...fewer!]));
        expect(fewer!.length > 0).toBe(more!.length > 0);
        if (ours.data !== 'null' && ours.errors.length === 0) answered += 1;
      }
      // Or the comparison would be one of refusals.
      expect(answered).toBeGreaterThan(40);
    },
  );
});

/** Null while pages would name an earlier place of the log than a moment later. */
async function isAllRead({ purser, database }: Desk): Promise<true | null> {
  const { payouts } = await purser.api.request<{ payouts: { pageInfo: { liveCursor: string } } }>(
    '{ payouts(first: 1) { pageInfo { liveCursor } } }',
  );
  const place = Buffer.from(payouts.pageInfo.liveCursor, 'base64url').toString();
  const [last] = await database.query<{ id: string }>('SELECT max(id) AS id FROM logged_changes');
  return place.endsWith(`.${last!.id}`) ? true : null;
}

async function answerOf(api: GraphqlClient, { query, variables }: GeneratedDocument) {
  const { status, data, errors } = await api.send(query, variables);
  return {
    status,
    // To the byte, and so in the order of the document.
    data: JSON.stringify(data),
    // Errors beside each other come in the order in which promises are kept, and none after a null has spread past it.
    errors: errors.map((error) => JSON.stringify({ ...error, locations: null })),
  };
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

/** The same document with a directive that changes nothing, so that it is left to graphql-js. */
function unplanned(query: string): string {
  const document = parsed(query);
  // One with directives is left to it as it is.
  if (!document || query.includes('@')) return query;
  return print(
    visit(document, {
      OperationDefinition: (operation) => {
        const [first, ...rest] = operation.selectionSet.selections;
        return {
          ...operation,
          selectionSet: {
            ...operation.selectionSet,
            selections: [{ ...first!, directives: [INCLUDE_IF_TRUE] }, ...rest],
          },
        };
      },
    }),
  );
}

function parsed(query: string): DocumentNode | null {
  try {
    return parse(query);
  } catch {
    return null;
  }
}
