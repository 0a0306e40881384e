import { type Desk, openDesk } from '../support/desk.js';
import { compareAnswers, generateFor, type GeneratedSet } from '../support/generated-answers.js';

describe('six hundred generated documents', () => {
  let desk: Desk;
  let documents: GeneratedSet;

  beforeAll(async () => {
    // Without a worker, so that nothing changes between two answers.
    desk = await openDesk({ PURSER_ROLES: 'api' });
    documents = await generateFor(desk, { queries: 500, subscriptions: 100 });
  });

  afterAll(() => desk.close());

  it.each(['viewer', 'operator', 'auditor'] as const)(
    "a role %s gets answers that equal graphql-js's to the byte, over HTTP and WebSocket",
    async (role) => {
      const { answered, told } = await compareAnswers(desk, role, documents);
      // Or the comparison would be one of refusals.
      expect(answered).toBeGreaterThan(100);
      if (role !== 'auditor') expect(told).toBeGreaterThan(20);
    },
    // A busy machine takes more than a minute for 600 documents.
    300_000,
  );
});
