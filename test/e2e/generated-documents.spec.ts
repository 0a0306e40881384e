import { type Desk, openDesk } from '../support/desk.js';
import { compareAnswers, generateFor, type GeneratedSet } from '../support/generated-answers.js';

describe('generated documents', () => {
  let desk: Desk;
  let documents: GeneratedSet;

  beforeAll(async () => {
    // No worker runs, so nothing changes between two answers.
    desk = await openDesk({ PURSER_ROLES: 'api' });
    documents = await generateFor(desk, { queries: 50, subscriptions: 10 });
  });

  afterAll(() => desk.close());

  it.each(['viewer', 'operator', 'auditor'] as const)(
    "a role %s gets answers identical to graphql-js's, byte for byte, over HTTP and WebSocket",
    async (role) => {
      const { answered, told } = await compareAnswers(desk, role, documents);
      // Otherwise the test might compare nothing but refusals.
      expect(answered).toBeGreaterThan(10);
      if (role !== 'auditor') expect(told).toBeGreaterThan(2);
    },
  );
});
