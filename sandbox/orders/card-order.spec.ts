import { testCards } from '../cards/test-card.table.js';
import { cardInOrderFields } from '../terminals/terminal.schema.js';
import { cardRequest, customerRequest } from '../testing/card-request.js';
import { closeTestSandboxes, startTestSandbox, type TestSandbox } from '../testing/test-sandbox.fixture.js';

const anyText: unknown = expect.any(String);

describe('order created with a card', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await startTestSandbox();
  });

  afterEach(closeTestSandboxes);

  const withCard = (card: object = {}, customer: object = {}) => ({
    card: cardRequest({ ...card }),
    customer: customerRequest({ ...customer }),
  });

  it.each(testCards.filter(({ losesAnswer }) => losesAnswer !== true))(
    'ends $inOrder with the card $name',
    async ({ cardNumber, inOrder }) => {
      const order = await sandbox.client.createOrder(withCard({ cardNumber }));
      expect(order.status).toBe('CREATED');
      await sandbox.client.bookWith(({ orders }) => orders[0]?.status === (inOrder ?? 'CREATED'));
      await sandbox.client.idle();
      expect(sandbox.receiver.arrived).toHaveLength(inOrder === null ? 0 : 1);
      const moves = inOrder === null ? [] : [{ from: 'CREATED', to: inOrder, cause: 'card' }];
      expect(await sandbox.client.booked(order.id)).toMatchObject({ method: 'card', moves });
    },
  );

  it('creates and pays the order of a card whose answer is lost', async () => {
    await expect(sandbox.client.postOrder(withCard({ cardNumber: '371449635398431' }))).rejects.toThrow('fetch failed');
    const { orders } = await sandbox.client.bookWith((book) => book.orders[0]?.status === 'PAID');
    expect(orders[0]?.cards).toMatchObject([{ via: 'order', first6: '371449', last4: '8431', outcome: 'taken' }]);
  });

  it.each(cardInOrderFields)('requires customer.%s', async (field) => {
    for (const value of [undefined, '', ' ']) {
      const response = await sandbox.client.postOrder(withCard({}, { [field]: value }));
      expect(response.status).toBe(422);
      expect(await response.json()).toEqual({ message: anyText, field: `customer.${field}` });
    }
    expect((await sandbox.client.book()).orders).toEqual([]);
  });

  it.each([
    { field: 'customer.birthday', body: withCard({}, { birthday: '10.12.1985' }) },
    { field: 'customer.birthday', body: withCard({}, { birthday: '1985-02-30' }) },
    { field: 'customer.country', body: withCard({}, { country: 'PRT' }) },
    { field: 'customer.email', body: withCard({}, { email: 'ada' }) },
    { field: 'customer.email', body: { card: cardRequest() } },
    { field: 'card.cvv', body: withCard({ cvv: undefined }) },
    { field: 'card.cardNumber', body: withCard({ cardNumber: '4111111111111112' }) },
    { field: 'extraParams', body: { ...withCard(), extraParams: 'wallet1-pay' } },
  ])('refuses an order with an invalid $field', async ({ field, body }) => {
    const response = await sandbox.client.postOrder(body);
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({ message: anyText, field });
  });

  it('does not require state and ip, which the table omits', async () => {
    expect((await sandbox.client.postOrder(withCard({}, { state: undefined, ip: undefined }))).status).toBe(201);
  });

  it('requires the fields that the terminal is set to require', async () => {
    await sandbox.client.setTerminals({ cardInOrderFields: ['email', 'ip'] });
    const customer = { email: 'ada@example.test', ip: '192.0.2.7' };
    expect((await sandbox.client.postOrder({ card: cardRequest(), customer })).status).toBe(201);
    const response = await sandbox.client.postOrder({
      card: cardRequest(),
      customer: { ...customer, ip: 'localhost' },
    });
    expect(await response.json()).toEqual({ message: anyText, field: 'customer.ip' });
  });

  it('refuses a card on a terminal that does not accept cards in orders', async () => {
    await sandbox.client.setTerminals({ cardInOrder: false });
    const response = await sandbox.client.postOrder(withCard());
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({ message: 'card: is not enabled for this terminal', field: 'card' });
  });

  it('starts no H2H session and accepts no other card', async () => {
    const { id } = await sandbox.client.createOrder(withCard({ cardNumber: '378282246310005' }));
    expect((await sandbox.client.getH2h(id)).status).toBe(404);
    expect((await sandbox.client.postCard(id)).status).toBe(409);
  });

  it('creates an order only if the fault occurs after acceptance', async () => {
    await sandbox.client.setFault({ on: 'createOrder', fault: 'dropBeforeAccepting' });
    await sandbox.client.setFault({ on: 'createOrder', fault: 'dropAfterAccepting' });
    await expect(sandbox.client.postOrder(withCard())).rejects.toThrow('fetch failed');
    expect((await sandbox.client.book()).orders).toEqual([]);
    await expect(sandbox.client.postOrder(withCard())).rejects.toThrow('fetch failed');
    await sandbox.client.bookWith(({ orders }) => orders[0]?.status === 'PAID');
  });
});
