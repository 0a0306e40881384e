import { AnswersProxy } from '../support/answers-proxy.js';
import { type Desk, openDesk } from '../support/desk.js';
import { payoutInput, recordedPayout, refreshPayout } from '../support/payouts.js';
import { storedText } from '../support/stored-text.js';

const RECIPIENT = { name: 'Zuzana Kanárková', requisites: 'zuzana.kanarkova@example.com', userId: 'canary-77' };

describe('provider texts', () => {
  let proxy: AnswersProxy;
  let desk: Desk;

  beforeAll(async () => {
    proxy = await AnswersProxy.start();
    desk = await openDesk({ PROVIDER_BASE_URL: proxy.url });
    proxy.target = desk.sandbox.url;
  });

  afterAll(async () => {
    await desk.close();
    await proxy.close();
  });

  const shown = async (id: string): Promise<Readonly<Record<string, string | null>>> => {
    const data = await desk.purser.api.request<{ payout: Record<string, string | null> }>(
      'query ($id: ID!) { payout(id: $id) { status providerStatus statusMessage problem } }',
      { id },
    );
    return data.payout;
  };

  it("a provider's text is stored and shown without the recipient's data and card numbers", async () => {
    const { id } = await recordedPayout(desk.purser.api, payoutInput({ recipient: RECIPIENT }));
    proxy.rewriteFields((_, answer) => ({
      ...answer,
      status: 'PROCESSING',
      statusMessage:
        'ZUZANA KANARKOVA, key zuzana.kanarkova@example.com, user canary-77: card 4242.4242/4242\u20114242 is blocked',
    }));
    await refreshPayout(desk.purser.api, id);
    expect(await shown(id)).toMatchObject({
      status: 'PROCESSING',
      statusMessage: 'Z*** K***, key z***@e***, user ***: card [digits removed] is blocked',
    });
    proxy.rewriteFields((_, answer) => ({ ...answer, status: 'BLOCKED Kanárková 4242424242424242' }));
    const other = await recordedPayout(desk.purser.api, payoutInput({ amount: '3', recipient: RECIPIENT }));
    await refreshPayout(desk.purser.api, other.id);
    expect(await shown(other.id)).toMatchObject({
      status: 'UNRECOGNIZED',
      providerStatus: 'BLOCKED K*** [digits removed]',
      problem: expect.stringContaining('BLOCKED K*** [digits removed]') as string,
    });
    for (const table of ['payouts', 'status_changes', 'discrepancies', 'audit_entries']) {
      expect(await storedText(desk.database, table)).not.toMatch(/kan[aá]rkov|canary-77|4242/i);
    }
  });

  it("a provider's refusal is stored and shown without the recipient's data", async () => {
    proxy.rewriteFields((call, answer) =>
      call === 'POST /v1/payouts' ? { message: 'zuzana.kanarkova@example.com of Zuzana Kanárková is unknown' } : answer,
    );
    await desk.sandbox.setFault({ on: 'createPayout', fault: 'refuse', status: 422 });
    const { id } = await recordedPayout(desk.purser.api, payoutInput({ amount: '7', recipient: RECIPIENT }));
    expect(await shown(id)).toMatchObject({
      status: 'REJECTED',
      problem: 'The provider refused it (422): z***@e*** of Z*** K*** is unknown',
    });
  });
});
