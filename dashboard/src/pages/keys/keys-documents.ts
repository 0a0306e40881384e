import { graphql, type ResultOf } from '../../api/graphql.js';

const KEY_ROW = graphql(`
  fragment KeyRow on ApiKey @_unmask {
    id
    name
    prefix
    roles
    scopes
    status
    accounts {
      id
      name
    }
    expiresAt
    lastUsedAt
  }
`);

export type KeyRow = ResultOf<typeof KEY_ROW>;

export const KEYS = graphql(
  `
    query Keys($after: String) {
      apiKeys(first: 50, after: $after) {
        nodes {
          ...KeyRow
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  `,
  [KEY_ROW],
);

export const OWN_KEY = graphql(
  `
    query OwnKey {
      currentApiKey {
        ...KeyRow
      }
    }
  `,
  [KEY_ROW],
);

export const KEY = graphql(
  `
    query Key($id: ID!) {
      apiKey(id: $id) {
        ...KeyRow
        allowedAddresses
        createdAt
        createdBy {
          name
          keyPrefix
        }
        confirmedBy {
          name
          keyPrefix
        }
        redeemedAt
        rotatedAt
        previousSecretUntil
        revokedBy {
          name
          keyPrefix
        }
        revokeReason
      }
    }
  `,
  [KEY_ROW],
);

export type ShownKey = NonNullable<ResultOf<typeof KEY>['apiKey']>;

export const CREATE_KEY = graphql(`
  mutation CreateKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) {
      firstHalf
      userErrors {
        code
        field
        message
      }
    }
  }
`);

export const REVOKE_KEY = graphql(`
  mutation RevokeKey($input: RevokeApiKeyInput!) {
    revokeApiKey(input: $input) {
      userErrors {
        code
        field
        message
      }
    }
  }
`);

export const ROTATE_KEY = graphql(`
  mutation RotateKey($input: RotateApiKeyInput!) {
    rotateApiKey(input: $input) {
      secret
      userErrors {
        code
        field
        message
      }
    }
  }
`);
