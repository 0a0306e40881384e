import { type Desk, openDesk } from '../support/desk.js';
import { compareAnswers, generateFor, type GeneratedSet } from '../support/generated-answers.js';

describe('six hundred generated documents', () => {
  let desk: Desk;
  let documents: GeneratedSet;

  beforeAll(async () => {
    // No worker runs, so nothing changes between two answers.
    desk = await openDesk({ PURSER_ROLES: 'api' });
    documents = await generateFor(desk, { queries: 500, subscriptions: 100 });
  });

  afterAll(() => desk.close());

  it.each(['viewer', 'operator', 'auditor'] as const)(
    "a role %s gets answers identical to graphql-js's, byte for byte, over HTTP and WebSocket",
    async (role) => {
      const { answered, told } = await compareAnswers(desk, role, documents);
      // Otherwise the test might compare nothing but refusals.
      expect(answered).toBeGreaterThan(100);
      if (role !== 'auditor') expect(told).toBeGreaterThan(20);
    },
    // On a busy machine, 600 documents take more than a minute.
    300_000,
  );
});
