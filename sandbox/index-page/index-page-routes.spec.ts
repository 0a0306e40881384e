import { faultCatalogue } from '../faults/fault-catalogue.js';
import { closeTestSandboxes, startTestSandbox, type TestSandbox } from '../testing/test-sandbox.fixture.js';

describe('index page', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await startTestSandbox();
  });

  afterEach(closeTestSandboxes);

  const page = async () => (await sandbox.client.send('GET', '/')).text();

  it('links to the description and the book', async () => {
    expect(await page()).toContain('href="/openapi.json"');
    expect(await page()).toContain('href="/control/book"');
  });

  it('lists the newest orders with their status and payment page', async () => {
    for (let number = 1; number <= 26; number += 1)
      await sandbox.client.createOrder({ externalId: `shop <${number}>` });
    const { id, paymentLink } = await sandbox.client.createOrder({ externalId: 'newest' });
    await sandbox.client.move(id, 'pay');
    const text = await page();
    expect(text).toContain(paymentLink);
    expect(text).toContain('PAID');
    expect(text.indexOf('newest')).toBeLessThan(text.indexOf('shop &lt;26&gt;'));
    expect(text).not.toContain('shop &lt;2&gt;');
  });

  it('lists payouts with their status and without their recipient', async () => {
    const { id } = await sandbox.client.createPayout();
    await sandbox.client.step(id, 'fail');
    const text = await page();
    expect(text).toContain(`href="/control/payouts/${id}"`);
    expect(text).toContain('1500.5 RUB');
    expect(text).toContain('FAILED');
    expect(text).not.toContain('9001112233');
  });

  it('lists the test cards and the right code', async () => {
    const text = await page();
    expect(text).toContain('4111 1111 1111 1111');
    expect(text).toContain('3782 8224 6310 005');
    expect(text).toContain('<code>123456</code>');
    expect(text).toContain('href="/control/test-cards"');
  });

  it('lists every fault and shows which are set', async () => {
    await sandbox.client.setFault({ on: 'readOrder', fault: 'hang', times: null });
    const text = await page();
    for (const { fault } of faultCatalogue) expect(text).toContain(`<code>${fault}</code>`);
    expect(text).toContain('readOrder hang (until removed)');
  });

  it.each(faultCatalogue)('sets $on $fault for one request', async ({ on, fault }) => {
    const answer = await sandbox.client.send('POST', `/faults/${on}.${fault}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/#faults']);
    expect(await page()).toContain(`${on} ${fault} (1 left)`);
  });

  it('removes all set faults, and answers 404 for an unknown fault', async () => {
    await sandbox.client.send('POST', '/faults/readOrder.hang');
    expect((await sandbox.client.send('POST', '/faults/readOrder.explode')).status).toBe(404);
    expect((await sandbox.client.send('POST', '/faults/none')).status).toBe(303);
    expect(await page()).toContain('None is set.');
  });
});
