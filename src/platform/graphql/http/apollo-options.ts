import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { Logger } from '@nestjs/common';
import type { ApolloDriverConfig } from '@nestjs/apollo';
import type { Config } from '../../config/config.js';
import type { ApiReads } from '../../database/api-reads.js';
import type { MetricsRegistry } from '../../observability/metrics-registry.js';
import { rememberRequests } from '../current-request.js';
import type { TrustedDocuments } from '../documents/trusted-documents.js';
import type { ErrorFormatter } from '../errors/error-formatter.js';
import { plannedQueriesPlugin } from '../execution/planned-queries.plugin.js';
import { ReadMoments } from '../execution/read-moments.js';
import { RootResults } from '../execution/root-results.js';
import { readForCallers } from '../read-for-callers.js';
import { LIMITS, PARSE_OPTIONS, VALIDATION_OPTIONS } from '../limits/limits.js';
import { buildValidationRules } from '../limits/validation-rules.js';
import type { CallerAuthenticator, SchemaProtector } from '../request-context.js';
import { DateTimeScalar } from '../scalars/date-time.scalar.js';
import { GRAPHQL_PATH } from './configure-http.js';
import { createHttpContext } from './http-context.js';
import { operationChecksPlugin } from './operation-checks.plugin.js';
import { operationMetricsPlugin } from './operation-metrics.plugin.js';
import { operationsUnderWayPlugin } from './operations-under-way.plugin.js';
import { requestSpansPlugin } from './request-spans.js';

/**
 * Apollo's options, every one that matters written out: several defaults hang on NODE_ENV, and an unset NODE_ENV means
 * introspection, GraphiQL and stack traces for everyone.
 */
export function buildApolloOptions({
  config,
  authenticator,
  trustedDocuments,
  formatter,
  protector,
  metrics,
  reads,
}: {
  readonly config: Config;
  readonly authenticator: CallerAuthenticator;
  readonly trustedDocuments: TrustedDocuments;
  readonly formatter: ErrorFormatter;
  readonly protector: SchemaProtector;
  readonly metrics: MetricsRegistry;
  /** Absent without a database. */
  readonly reads?: ApiReads | undefined;
}): Omit<ApolloDriverConfig, 'driver'> {
  const { introspection } = config.graphql;
  const { ownOrigin, trustedProxies } = config.http;
  const roots = new RootResults();
  const moments = new ReadMoments();
  const ofStandby = reads?.standby ? { reads } : {};
  return {
    path: GRAPHQL_PATH,
    nodeEnv: 'production',

    // In memory; writing schema.graphql is the business of the command that checks it for drift.
    autoSchemaFile: true,
    sortSchema: true,
    // A `number` is an Int, so that no Float enters the schema unseen; a `Date` is our DateTime.
    buildSchemaOptions: {
      numberScalarMode: 'integer',
      scalarsMap: [{ type: Date, scalar: DateTimeScalar }],
      // Apollo validates the schema at the start. Nest's check also runs the whole introspection query on it.
      skipCheck: true,
    },

    transformSchema: (schema) =>
      roots.giveBack(rememberRequests(protector.protect(readForCallers(schema, { moments, ...ofStandby })))),

    introspection,
    graphiql: false,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    // They save bandwidth and protect nothing: any client may register any document.
    persistedQueries: false,
    // Bounded at 30 MB, and so is the store of parsed documents, which is left at its default for that reason.
    cache: 'bounded',

    parseOptions: PARSE_OPTIONS,
    validationOptions: VALIDATION_OPTIONS,
    // `fieldCountRule` does the work of `maxRecursiveSelections`, which would also take these rules out of the context
    // that `nameFieldsRule` watches.
    validationRules: buildValidationRules({ introspection }),
    executionOptions: { maxCoercionErrors: LIMITS.variableErrors },

    context: createHttpContext({ authenticator, trustedDocuments, trustedProxies, ownOrigin }),
    formatError: (_formatted, error) => formatter.format(error),
    // Nest would put an exception's response and message into the error before it is formatted.
    autoTransformHttpErrors: false,
    plugins: [
      ...(config.observability.tracing === null ? [] : [requestSpansPlugin()]),
      operationMetricsPlugin(metrics),
      operationChecksPlugin(formatter),
      operationsUnderWayPlugin(authenticator, formatter),
      ...(reads?.standby ? [moments.plugin(reads)] : []),
      // After them: the first answer that a plugin gives is the one.
      plannedQueriesPlugin(roots, moments),
      // Each of these switches itself on when an environment variable of Apollo's is set.
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginCacheControlDisabled(),
    ],
    logger: createApolloLogger(),
    // Nest's shutdown hooks stop the server.
    stopOnTerminationSignals: false,
    // Nest's guards are asynchronous, which for every field of every row costs more than the rows. Operations are
    // guarded at their root by Nest, and fields by `transformSchema`.
    fieldResolverEnhancers: [],
  };
}

/** Apollo writes the message of an error behind the colon of its own; only what stands before may be logged. */
function createApolloLogger(): ApolloDriverConfig['logger'] & object {
  const logger = new Logger('ApolloServer');
  const headline = (message: unknown): string => String(message).split(':')[0] ?? '';
  return {
    debug: (message) => {
      logger.debug(headline(message));
    },
    info: (message) => {
      logger.log(headline(message));
    },
    warn: (message) => {
      logger.warn(headline(message));
    },
    error: (message) => {
      logger.error(headline(message));
    },
  };
}
