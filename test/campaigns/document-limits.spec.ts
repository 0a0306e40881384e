import { type Desk, openDesk } from '../support/desk.js';
import { countOrders } from '../support/orders.js';

const ID = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';

const repeat = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');

/** Selects an order within a change within an order, and so on. */
const nested = (levels: number): string =>
  levels === 0 ? 'id' : `id timeline { ... on OrderStatusChange { order { ${nested(levels - 1)} } } }`;

interface Excess {
  readonly title: string;
  /** The fields selected on an order. */
  readonly selection: string;
  readonly fragments?: string;
  readonly code?: string;
}

const EXCESSIVE: readonly Excess[] = [
  { title: 'many levels', selection: nested(4) },
  { title: 'sixteen aliases', selection: repeat(16, (index) => `a${index}: id`) },
  { title: 'a thousand aliases', selection: repeat(1_000, (index) => `a${index}: id`), code: 'GRAPHQL_PARSE_FAILED' },
  { title: 'five hundred times one field', selection: repeat(500, () => 'id') },
  { title: 'twenty-one directives', selection: repeat(21, () => 'id @include(if: true)') },
  { title: 'a fragment within itself', selection: '...Loop', fragments: 'fragment Loop on Order { ...Loop }' },
  { title: 'a field that is not there', selection: 'secretField' },
];

describe('oversized document', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk();
  });

  afterAll(async () => {
    await desk.close();
  });

  it.each(EXCESSIVE)('HTTP refuses a document with $title', async ({ selection, fragments = '', code }) => {
    const { status, data, errors } = await desk.purser.api.send(
      `query { order(id: "${ID}") { ${selection} } } ${fragments}`,
    );
    expect([status, data]).toEqual([400, null]);
    expect(errors.length).toBeLessThanOrEqual(10);
    expect(errors[0]!.extensions.code).toBe(code ?? 'GRAPHQL_VALIDATION_FAILED');
  });

  it.each(EXCESSIVE)('WebSocket refuses a document with $title', async ({ selection, fragments = '', code }) => {
    const subscription = await desk.purser.api.subscribe(
      `subscription { orderStatusChanged { order { ${selection} } } } ${fragments}`,
    );
    await expect(subscription.next()).rejects.toThrow(code ?? 'GRAPHQL_VALIDATION_FAILED');
    await subscription.close();
  });

  it('a document with two mutations is refused', async () => {
    const input = '{ amount: "1.00", currency: "EUR" }';
    const { data, errors } = await desk.purser.api.send(
      `mutation { a: createOrder(input: ${input}) { order { id } } b: createOrder(input: ${input}) { order { id } } }`,
    );
    expect(data).toBeNull();
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['GRAPHQL_VALIDATION_FAILED']);
    expect(await countOrders(desk.purser.api)).toBe(0);
    expect(await desk.sandbox.countRequests()).toEqual({});
  });

  it("a document as large as a dashboard page's is accepted", async () => {
    const fields = 'id externalId status amount currency timeline { from to cause occurredAt }';
    const { errors } = await desk.purser.api.send(
      `{ orders(first: 100) { totalCount edges { cursor node { ${fields} } } pageInfo { endCursor hasNextPage } } }`,
    );
    expect(errors).toEqual([]);
  });
});
