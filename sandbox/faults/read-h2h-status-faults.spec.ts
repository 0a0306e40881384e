import { closeTestSandboxes, startTestSandbox, type TestSandbox } from '../testing/test-sandbox.fixture.js';
import { malformedH2hVariants } from './fault-fields.schema.js';

const initializing = { isSmsRequired: false, status: 'INITIALIZING' };
const processing = { isSmsRequired: false, status: 'PROCESSING' };

describe('faults of GET /v1/orders/{orderId}/h2h/status', () => {
  let sandbox: TestSandbox;
  let id: string;

  beforeEach(async () => {
    sandbox = await startTestSandbox();
    ({ id } = await sandbox.client.createOrder());
    await sandbox.client.sendCard(id, '4111111111111111');
  });

  afterEach(closeTestSandboxes);

  const setFault = (rule: Readonly<Record<string, unknown>>) =>
    sandbox.client.setFault({ on: 'readH2hStatus', ...rule });

  /** Expects the next answer to show the hidden stage. */
  const expectHidden = async () => {
    expect(await sandbox.client.readH2h(id)).toEqual(initializing);
  };

  it('drop drops the connection', async () => {
    await setFault({ fault: 'drop' });
    await expect(sandbox.client.getH2h(id)).rejects.toThrow('fetch failed');
    expect((await sandbox.client.book()).requests.at(-1)).toMatchObject({ fault: 'drop', status: null });
    await expectHidden();
  });

  it('hang keeps the client waiting until it gives up', async () => {
    await setFault({ fault: 'hang' });
    const giveUp = new AbortController();
    const answer = sandbox.client.getH2h(id, { signal: giveUp.signal });
    await sandbox.client.bookWith(({ requests }) => requests.at(-1)?.fault === 'hang');
    giveUp.abort();
    await expect(answer).rejects.toThrow('aborted');
    await expectHidden();
  });

  it('answerSlowly answers after the delay, and the session moves on', async () => {
    await setFault({ fault: 'answerSlowly', delayMs: 1 });
    expect(await sandbox.client.readH2h(id)).toEqual(initializing);
    expect(await sandbox.client.readH2h(id)).toEqual(processing);
  });

  it.each([
    { rule: { fault: 'serverError', status: 502 }, status: 502, type: 'text/html' },
    { rule: { fault: 'tooManyRequests' }, status: 429, type: 'application/json' },
    { rule: { fault: 'notFound' }, status: 404, type: 'application/json' },
    { rule: { fault: 'conflict' }, status: 409, type: 'application/json' },
  ])('$rule answers $status', async ({ rule, status, type }) => {
    await setFault(rule);
    const response = await sandbox.client.getH2h(id);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain(type);
    await expectHidden();
  });

  it('redirect leads to another address', async () => {
    await setFault({ fault: 'redirect', status: 302, location: 'http://elsewhere.test/' });
    const response = await sandbox.client.getH2h(id);
    expect({ status: response.status, location: response.headers.get('location') }).toEqual({
      status: 302,
      location: 'http://elsewhere.test/',
    });
  });

  it.each([
    { variant: 'noFlag', body: { status: 'INITIALIZING' } },
    { variant: 'flagAsText', body: { isSmsRequired: 'false', status: 'INITIALIZING' } },
    { variant: 'noStatus', body: { isSmsRequired: false } },
    { variant: 'nullFields', body: { isSmsRequired: null, status: null } },
  ])('malformedAnswer $variant answers $body', async ({ variant, body }) => {
    await setFault({ fault: 'malformedAnswer', variant });
    expect(await (await sandbox.client.getH2h(id)).json()).toEqual(body);
    await expectHidden();
  });

  it.each(malformedH2hVariants)('malformedAnswer %s answers 200 with another body', async (variant) => {
    await setFault({ fault: 'malformedAnswer', variant });
    const response = await sandbox.client.getH2h(id);
    const isPlain = response.headers.get('content-type')?.startsWith('application/json');
    expect(response.status).toBe(200);
    expect({ isPlain, body: await response.text() }).not.toEqual({ isPlain: true, body: JSON.stringify(initializing) });
  });

  it('unknownStatus answers with an undocumented status', async () => {
    await setFault({ fault: 'unknownStatus', word: 'SETTLED_MAYBE' });
    expect(await (await sandbox.client.getH2h(id)).json()).toEqual({ isSmsRequired: false, status: 'SETTLED_MAYBE' });
    await expectHidden();
  });

  it('statusOnly answers with the status alone', async () => {
    await setFault({ fault: 'statusOnly' });
    expect(await (await sandbox.client.getH2h(id)).json()).toEqual({ status: 'INITIALIZING' });
  });
});
