import { graphql, type ResultOf } from '../../api/graphql.js';

const PERSON_ROW = graphql(`
  fragment PersonRow on Person @_unmask {
    id
    name
    createdAt
    blockedAt
  }
`);

export type PersonRow = ResultOf<typeof PERSON_ROW>;

export const PEOPLE = graphql(
  `
    query People($after: String) {
      people(first: 50, after: $after) {
        nodes {
          ...PersonRow
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  `,
  [PERSON_ROW],
);

export const PERSON = graphql(
  `
    query Person($id: ID!) {
      person(id: $id) {
        ...PersonRow
        issuer
        blockedBy {
          name
        }
        blockReason
      }
    }
  `,
  [PERSON_ROW],
);

export type ShownPerson = NonNullable<ResultOf<typeof PERSON>['person']>;

export const BLOCK_PERSON = graphql(`
  mutation BlockPerson($input: BlockPersonInput!) {
    blockPerson(input: $input) {
      userErrors {
        code
        field
        message
      }
    }
  }
`);

export const UNBLOCK_PERSON = graphql(`
  mutation UnblockPerson($input: UnblockPersonInput!) {
    unblockPerson(input: $input) {
      changeRequest {
        id
      }
      userErrors {
        code
        field
        message
      }
    }
  }
`);

export const END_SESSIONS = graphql(`
  mutation EndSessions($input: EndSessionsInput!) {
    endSessions(input: $input) {
      endedSessions
      userErrors {
        code
        field
        message
      }
    }
  }
`);
