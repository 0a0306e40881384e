import { closeTestSandboxes, startTestSandbox, type TestSandbox } from '../testing/test-sandbox.fixture.js';

const anyText: unknown = expect.any(String);

describe('faults of the control API', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await startTestSandbox();
  });

  afterEach(closeTestSandboxes);

  const refuse = { on: 'createOrder', fault: 'refuse' };
  const statusOfCreate = async (fields: Readonly<Record<string, unknown>> = {}) =>
    (await sandbox.client.postOrder(fields)).status;

  it('applies a fault once by default', async () => {
    await sandbox.client.setFault(refuse);
    expect([await statusOfCreate(), await statusOfCreate()]).toEqual([422, 201]);
    expect(await sandbox.client.faults()).toEqual([]);
  });

  it('applies a fault as often as requested and counts down', async () => {
    const id = await sandbox.client.setFault({ ...refuse, times: 2 });
    expect(await statusOfCreate()).toBe(422);
    expect(await sandbox.client.faults()).toEqual([{ id, ...refuse, status: 422, times: 2, match: {}, remaining: 1 }]);
    expect([await statusOfCreate(), await statusOfCreate()]).toEqual([422, 201]);
  });

  it('applies a fault until it is removed if times is null', async () => {
    const id = await sandbox.client.setFault({ ...refuse, times: null });
    expect([await statusOfCreate(), await statusOfCreate()]).toEqual([422, 422]);
    expect((await sandbox.client.send('DELETE', `/control/faults/${id}`)).status).toBe(200);
    expect(await statusOfCreate()).toBe(201);
  });

  it('applies a fault only to the orders it matches', async () => {
    await sandbox.client.setFault({ ...refuse, match: { externalId: 'unlucky' } });
    expect(await statusOfCreate({ externalId: 'lucky' })).toBe(201);
    expect(await statusOfCreate({ externalId: 'unlucky' })).toBe(422);
  });

  it('applies faults in the order in which they were set', async () => {
    await sandbox.client.setFault({ ...refuse, status: 402 });
    await sandbox.client.setFault({ ...refuse, status: 403 });
    expect([await statusOfCreate(), await statusOfCreate()]).toEqual([402, 403]);
  });

  it('removes all faults at once', async () => {
    await sandbox.client.setFault(refuse);
    await sandbox.client.send('DELETE', '/control/faults');
    expect(await sandbox.client.faults()).toEqual([]);
  });

  it('answers 404 for an unknown fault', async () => {
    expect((await sandbox.client.send('DELETE', '/control/faults/none')).status).toBe(404);
  });

  it.each([
    { rule: {}, field: 'on' },
    { rule: { on: 'deletePayout', fault: 'drop' }, field: 'on' },
    { rule: { on: 'createPayout', fault: 'drop' }, field: 'fault' },
    { rule: { on: 'createPayout', fault: 'malformedAnswer', variant: 'wrongExternalId' }, field: 'variant' },
    { rule: { on: 'payoutWebhook', fault: 'forge', variant: 'odd' }, field: 'variant' },
    { rule: { on: 'orderWebhook', fault: 'reorder' }, field: 'fault' },
    { rule: { on: 'createOrder', fault: 'refuse', match: { requisites: 'x' } }, field: 'match.requisites' },
    { rule: { on: 'createOrder', fault: 'explode' }, field: 'fault' },
    { rule: { on: 'createOrder', fault: 'lose' }, field: 'fault' },
    { rule: { on: 'createOrder', fault: 'answerSlowly' }, field: 'delayMs' },
    { rule: { on: 'createOrder', fault: 'malformedAnswer', variant: 'odd' }, field: 'variant' },
    { rule: { on: 'createOrder', fault: 'serverErrorAfterAccepting', status: 200 }, field: 'status' },
    { rule: { on: 'createOrder', fault: 'redirect', location: 'nowhere' }, field: 'location' },
    { rule: { on: 'createOrder', fault: 'conflict' }, field: 'accepted' },
    { rule: { on: 'createOrder', fault: 'refuse', times: 0 }, field: 'times' },
    { rule: { on: 'createOrder', fault: 'refuse', delayMs: 1 }, field: 'delayMs' },
    { rule: { on: 'createOrder', fault: 'refuse', match: { id: 'x' } }, field: 'match.id' },
    { rule: { on: 'readOrder', fault: 'unknownStatus' }, field: 'word' },
    { rule: { on: 'orderWebhook', fault: 'duplicate', copies: 1 }, field: 'copies' },
  ])('refuses $rule and names $field', async ({ rule, field }) => {
    const response = await sandbox.client.send('POST', '/control/faults', rule);
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({ message: anyText, field });
  });
});
