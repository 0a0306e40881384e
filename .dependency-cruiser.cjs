/**
 * The tiers of src/, lowest first. A module may import its own folder, the folders beside and below its tier, and
 * nothing above: what a higher one must be told, a lower one declares as an interface that the higher one registers.
 * The platform is a server like any other. On it stands access, and on both what Purser exists for, among the parts of
 * the desk that serve it (below) or show it (above).
 */
const TIERS = [
  ['common'],
  ['platform/config'],
  ['platform/database', 'platform/graphql', 'platform/observability'],
  ['platform/scheduling', 'platform/events'],
  ['access/scopes', 'provider'],
  ['desk/audit'],
  ['access'],
  ['desk/discrepancies', 'desk/provider-details', 'desk/personal-data'],
  ['desk/accounts'],
  ['desk/ledger', 'desk/card-limits'],
  ['webhooks'],
  ['orders', 'payouts'],
  ['h2h', 'desk/reconciliation', 'desk/find', 'desk/series', 'desk/setup'],
];

/** A room inside another has a tier of its own. */
const INNER = TIERS.flat().filter((room) => TIERS.flat().some((outer) => room.startsWith(`${outer}/`)));

/** @param {readonly string[]} rooms */
function pathsOf(rooms) {
  return rooms.map((room) => {
    const inner = INNER.filter((name) => name.startsWith(`${room}/`)).map((name) => name.slice(room.length + 1));
    return `^src/${room}/${inner.length === 0 ? '' : `(?!(${inner.join('|')})/)`}`;
  });
}

/** The stages that a payout goes through, first one first. A folder of src/payouts/ imports those before it. */
const PAYOUT_STAGES = [
  'destinations',
  'core',
  'recipients',
  'gate',
  'rules',
  'reading',
  'evidence',
  'polling',
  'submission',
  'requests',
];

/** @returns {import('dependency-cruiser').IForbiddenRuleType[]} */
function payoutStageRules() {
  return PAYOUT_STAGES.map((stage, index) => ({
    name: `payout-stage-${stage}-imports-earlier`,
    comment: `A payout passes ${stage} without knowing what comes later; the module wires the stages together.`,
    severity: 'error',
    from: { path: `^src/payouts/${stage}/` },
    to: {
      path: `^src/payouts/(${[...PAYOUT_STAGES.slice(index + 1), 'graphql'].join('|')})/|^src/payouts/[^/]+[.]ts$`,
    },
  }));
}

/** @returns {import('dependency-cruiser').IForbiddenRuleType[]} */
function tierRules() {
  return TIERS.flatMap((tier, index) => {
    const above = TIERS.slice(index + 1).flat();
    if (above.length === 0) return [];
    return [
      {
        name: `tier-${tier.join('-').replaceAll('/', '-')}-imports-downward`,
        comment: `${tier.join(', ')} must stay usable without ${above.join(', ')}; otherwise a change there breaks this.`,
        severity: 'error',
        from: { path: pathsOf(tier) },
        to: { path: pathsOf(above) },
      },
    ];
  });
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...tierRules(),
    ...payoutStageRules(),
    {
      name: 'dashboard-apart',
      comment: 'The pages know Purser by its API alone, as any other client of it.',
      severity: 'error',
      from: { path: '^dashboard/' },
      to: { path: '^(src|migrations|sandbox|dev|bench|test)/' },
    },
    {
      name: 'dashboard-parts-know-no-page',
      comment: 'What pages share must stay usable without any of them.',
      severity: 'error',
      from: { path: '^dashboard/src/(api|charts|design|keyboard|live|settings|text)/' },
      to: { path: '^dashboard/src/(pages|shell)/' },
    },
    {
      name: 'no-circular',
      comment:
        'Two files that need each other are one file, or hide a third; entities in a circle crash compiled Node.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'common-is-pure',
      comment: 'common/ holds values and pure functions: no framework, no database, no I/O, so everything may use it.',
      severity: 'error',
      from: { path: '^src/common/', pathNot: '[.]spec[.]ts$' },
      to: { path: '^(node:|fs|net|http|node_modules/(@nestjs|typeorm|pg|axios))' },
    },
    {
      name: 'domain-is-pure',
      comment: 'Rules and state machines are decided without I/O, so that they can be proved by tables of tests.',
      severity: 'error',
      from: { path: '^src/.+/domain/', pathNot: '[.]spec[.]ts$' },
      to: { path: '(^node_modules/(@nestjs|typeorm|pg|axios)|/persistence/|/graphql/)' },
    },
    {
      name: 'orders-and-payouts-apart',
      comment: 'Money in and money out share the provider and nothing else; either must be removable.',
      severity: 'error',
      from: { path: '^src/(orders|payouts)/' },
      to: { path: '^src/(orders|payouts)/', pathNot: '^src/$1/' },
    },
    {
      name: 'nothing-imports-extras',
      comment: 'Purser must be built and tested without src/extras; an extra plugs into a port of the platform.',
      severity: 'error',
      from: { pathNot: '^(src|test)/extras/' },
      to: { path: '^src/extras/' },
    },
    {
      name: 'extras-import-platform-alone',
      comment: 'An extra that knew a feature or another extra could not be left out by itself.',
      severity: 'error',
      from: { path: '^src/extras/([^/]+)/' },
      to: { path: '^src/', pathNot: '^src/(common|platform|extras/$1)/' },
    },
    {
      name: 'one-door-to-the-state-of-a-payout',
      comment: 'Who writes a state elsewhere forgets the table of states, the log, the ledger or an alarm.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/payouts/core/(payout-transitions|payout-core[.]module)[.]ts$' },
      to: { path: '^src/payouts/core/persistence/payout-states[.]sql[.]ts$' },
    },
    {
      name: 'resolvers-reach-no-database',
      comment: 'A GraphQL class that writes SQL has left its service out; reading goes through persistence/ classes.',
      severity: 'error',
      from: { path: '^src/(?!platform/).+/graphql/' },
      to: { path: '^node_modules/(typeorm|pg)/' },
    },
    {
      name: 'one-way-out-to-the-provider',
      comment:
        'Only provider/ speaks HTTP to the outside: its rules on retries, redirects and secrets hold nowhere else.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/provider/' },
      to: { path: '^node_modules/(axios|@nestjs/axios)/' },
    },
    {
      name: 'one-reader-of-tokens',
      comment: 'Whoever verifies a token elsewhere has to pin algorithms, issuer, audience and times once more.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/access/people/' },
      to: { path: '^node_modules/(jose|openid-client|oauth4webapi)/' },
    },
    {
      name: 'the-product-stands-alone',
      comment: 'What ships must not need what only developers have.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(sandbox|dashboard|bench|test|dev)/' },
    },
    {
      name: 'migrations-stand-alone',
      comment: 'A migration that has been run does the same in a year, whatever the code has become.',
      severity: 'error',
      from: { path: '^migrations/' },
      to: { path: '^(src|sandbox|dashboard|bench|test|dev)/' },
    },
    {
      name: 'only-migrate-runs-migrations',
      comment: 'Whatever else needed a migration would need the schema of that day.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/platform/database/migrate[.]ts$' },
      to: { path: '^migrations/' },
    },
    {
      name: 'the-sandbox-validates-independently',
      comment: 'A simulator that shares code with Purser would share its mistakes.',
      severity: 'error',
      from: { path: '^sandbox/' },
      to: { path: '^(src|migrations|test|bench|dev)/' },
    },
    {
      name: 'no-development-dependencies-in-src',
      comment: 'A production install leaves them out.',
      severity: 'error',
      from: { path: '^src/', pathNot: '([.](spec|fixture)[.]ts$|/spec-support/)' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nothing imports is dead, or not wired up.',
      severity: 'error',
      from: {
        orphan: true,
        path: '^src/',
        pathNot: '(^src/main|[.]command|[.]spec)[.]ts$',
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'require', 'node', 'default', 'types'],
    },
  },
};
