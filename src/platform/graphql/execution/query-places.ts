import {
  type DocumentNode,
  getNamedType,
  type GraphQLSchema,
  isObjectType,
  OperationTypeNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** `STANDBY` if the answer may be a few seconds old, and a standby exists. */
export type QueryPlace = 'PRIMARY' | 'STANDBY';

/**
 * Where each query reads. Lists, counts and series show the past, to people and to programs that look for changes, so
 * the standby may answer them. Queries that support a decision stay on the primary: rules, the gate, balances, keys,
 * and single objects that someone is about to change.
 */
export const QUERY_PLACES: Readonly<Record<string, QueryPlace>> = {
  auditEntries: 'STANDBY',
  balanceComparisons: 'STANDBY',
  balanceSeries: 'STANDBY',
  discrepancies: 'STANDBY',
  find: 'STANDBY',
  ledgerEntries: 'STANDBY',
  orderFacets: 'STANDBY',
  orders: 'STANDBY',
  orderSeries: 'STANDBY',
  payoutFacets: 'STANDBY',
  payouts: 'STANDBY',
  payoutSeries: 'STANDBY',
  reconciliationRuns: 'STANDBY',
  statementImports: 'STANDBY',
  webhookEvents: 'STANDBY',
  webhookHealth: 'STANDBY',
  webhookSeries: 'STANDBY',

  accounts: 'PRIMARY',
  actors: 'PRIMARY',
  apiKey: 'PRIMARY',
  apiKeys: 'PRIMARY',
  auditEntry: 'PRIMARY',
  balances: 'PRIMARY',
  changeRequest: 'PRIMARY',
  changeRequests: 'PRIMARY',
  currentApiKey: 'PRIMARY',
  desk: 'PRIMARY',
  discrepancy: 'PRIMARY',
  ledgerEntry: 'PRIMARY',
  order: 'PRIMARY',
  ownSessions: 'PRIMARY',
  payout: 'PRIMARY',
  payoutBanks: 'PRIMARY',
  payoutDestinations: 'PRIMARY',
  payoutGate: 'PRIMARY',
  payoutLimits: 'PRIMARY',
  payoutPolicies: 'PRIMARY',
  payoutServices: 'PRIMARY',
  people: 'PRIMARY',
  person: 'PRIMARY',
  previewPayouts: 'PRIMARY',
  reconciliationRun: 'PRIMARY',
  statementColumns: 'PRIMARY',
  statementImport: 'PRIMARY',
  viewer: 'PRIMARY',
  webhookEvent: 'PRIMARY',
};

/** Fields that people read in order to decide something. A list that selects one of them reads from the primary. */
export const FRESH_FIELDS: ReadonlySet<string> = new Set([
  'ChangeRequest.contentHash',
  'Payout.actions',
  'Payout.contentHash',
  'Payout.possibleDuplicates',
  'Payout.repeats',
]);

/** Returns the standby, unless some part of the document requires the primary. The document must be valid. */
export function placeOfQuery(schema: GraphQLSchema, document: DocumentNode): QueryPlace {
  let place: QueryPlace = 'STANDBY';
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      OperationDefinition: ({ operation }) => {
        if (operation !== OperationTypeNode.QUERY) place = 'PRIMARY';
      },
      Field: ({ name: { value: name } }) => {
        const parent = getNamedType(types.getParentType());
        if (!isObjectType(parent)) return;
        const isRoot = parent === schema.getQueryType();
        if (isRoot ? QUERY_PLACES[name] !== 'STANDBY' : FRESH_FIELDS.has(`${parent.name}.${name}`)) place = 'PRIMARY';
      },
    }),
  );
  return place;
}
