import { readProcessSettings } from './process-settings.js';

describe('readProcessSettings', () => {
  it('requires only the tokens', () => {
    expect(readProcessSettings({ SANDBOX_API_TOKENS: 'one', SANDBOX_BOOK_FILE: '' })).toEqual({
      port: 4010,
      host: '127.0.0.1',
      apiTokens: ['one'],
      orderWebhookUrl: null,
      payoutWebhookUrl: null,
      payoutWebhookSecret: null,
      payoutProcessingDelayMs: 1000,
      payoutCompletionDelayMs: 2000,
      h2hStageDelayMs: 2000,
      orderOutcomeDelayMs: 1000,
      phoneTransferPaymentType: '<PHONE_TRANSFER>',
      webhookRetryDelaysMs: [1000, 5000, 30_000, 120_000, 600_000],
      bookFile: null,
    });
  });

  it('reads every variable', () => {
    expect(
      readProcessSettings({
        SANDBOX_PORT: '0',
        SANDBOX_HOST: '0.0.0.0',
        SANDBOX_API_TOKENS: 'one, two',
        SANDBOX_ORDER_WEBHOOK_URL: 'http://127.0.0.1:3000/webhooks',
        SANDBOX_PAYOUT_WEBHOOK_URL: 'https://shop.test/payouts',
        SANDBOX_PAYOUT_WEBHOOK_SECRET: 'sign-with-me',
        SANDBOX_PAYOUT_PROCESSING_MS: '0',
        SANDBOX_PAYOUT_COMPLETION_MS: '86400000',
        SANDBOX_H2H_STAGE_MS: '50',
        SANDBOX_ORDER_OUTCOME_MS: '0',
        SANDBOX_PHONE_TRANSFER_PAYMENT_TYPE: 'FAST',
        SANDBOX_WEBHOOK_RETRY_DELAYS_MS: '0, 50',
        SANDBOX_BOOK_FILE: 'book.jsonl',
      }),
    ).toEqual({
      port: 0,
      host: '0.0.0.0',
      apiTokens: ['one', 'two'],
      orderWebhookUrl: 'http://127.0.0.1:3000/webhooks',
      payoutWebhookUrl: 'https://shop.test/payouts',
      payoutWebhookSecret: 'sign-with-me',
      payoutProcessingDelayMs: 0,
      payoutCompletionDelayMs: 86_400_000,
      h2hStageDelayMs: 50,
      orderOutcomeDelayMs: 0,
      phoneTransferPaymentType: 'FAST',
      webhookRetryDelaysMs: [0, 50],
      bookFile: 'book.jsonl',
    });
  });

  it.each([
    { variable: 'SANDBOX_PORT', value: '70000' },
    { variable: 'SANDBOX_PORT', value: 'secret-port' },
    { variable: 'SANDBOX_HOST', value: 'secret-host' },
    { variable: 'SANDBOX_API_TOKENS', value: '' },
    { variable: 'SANDBOX_API_TOKENS', value: 'secret-token,,x' },
    { variable: 'SANDBOX_API_TOKENS', value: 'secret-token,secret-token' },
    { variable: 'SANDBOX_ORDER_WEBHOOK_URL', value: 'secret-path' },
    { variable: 'SANDBOX_PAYOUT_WEBHOOK_URL', value: 'secret-path' },
    { variable: 'SANDBOX_PAYOUT_PROCESSING_MS', value: 'secret' },
    { variable: 'SANDBOX_PAYOUT_COMPLETION_MS', value: '86400001' },
    { variable: 'SANDBOX_H2H_STAGE_MS', value: '1.5 secret' },
    { variable: 'SANDBOX_ORDER_OUTCOME_MS', value: 'secret' },
    { variable: 'SANDBOX_WEBHOOK_RETRY_DELAYS_MS', value: '1,secret' },
  ])('names $variable and not its value if it is "$value"', ({ variable, value }) => {
    const read = () => readProcessSettings({ SANDBOX_API_TOKENS: 'one', [variable]: value });
    expect(read).toThrow(variable);
    expect(read).not.toThrow('secret');
  });
});
