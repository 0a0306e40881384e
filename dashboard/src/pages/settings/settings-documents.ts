import { graphql, type ResultOf } from '../../api/graphql.js';

export const OWN_SESSIONS = graphql(`
  query OwnSessions {
    ownSessions {
      id
      startedAt
      lastUsedAt
      clientAddress
      browser
      isCurrent
    }
  }
`);

export type OwnSession = ResultOf<typeof OWN_SESSIONS>['ownSessions'][number];
