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
import { Execution } from '../execution/execution.js';
import { executionPlugin } from '../execution/execution.plugin.js';
import { StandbyMoments } from '../execution/standby-moments.js';
import { RootResults } from '../execution/root-results.js';
import { resolveForCallers } from '../resolve-for-callers.js';
import { LIMITS, PARSE_OPTIONS, VALIDATION_OPTIONS } from '../limits/limits.js';
import { buildValidationRules } from '../limits/validation-rules.js';
import type { CallerAuthenticator, SchemaProtector } from '../request-context.js';
import { DateTimeScalar } from '../scalars/date-time.scalar.js';
import { GRAPHQL_PATH } from './configure-http.js';
import { createHttpContext } from './http-context.js';
import { operationMetricsPlugin } from './operation-metrics.plugin.js';

/**
 * Apollo's options. All that matter are explicit, because several defaults depend on NODE_ENV: unset, it would expose
 * introspection, GraphiQL and stack traces.
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
  readonly reads?: ApiReads | undefined;
}): Omit<ApolloDriverConfig, 'driver'> {
  const { introspection } = config.graphql;
  const { ownOrigin, trustedProxies } = config.http;
  const roots = new RootResults();
  const moments = new StandbyMoments();
  const ofStandby = reads?.standby ? { reads } : {};
  const execution = new Execution({ authenticator, roots, moments, ...ofStandby });
  return {
    path: GRAPHQL_PATH,
    nodeEnv: 'production',

    // In memory; the command that checks schema.graphql writes the file.
    autoSchemaFile: true,
    sortSchema: true,
    // A `number` is an Int, so no Float enters the schema unnoticed; a `Date` is our DateTime.
    buildSchemaOptions: {
      numberScalarMode: 'integer',
      scalarsMap: [{ type: Date, scalar: DateTimeScalar }],
      // Apollo validates the schema at start. Nest's check would also run the whole introspection query.
      skipCheck: true,
    },

    transformSchema: (schema) =>
      roots.giveBack(rememberRequests(protector.protect(resolveForCallers(schema, { moments, ...ofStandby })))),

    introspection,
    graphiql: false,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: true,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    // They save bandwidth and protect nothing: any client may register any document.
    persistedQueries: false,
    // Limits the cache to 30 MB. The store of parsed documents has the same default limit.
    cache: 'bounded',

    parseOptions: PARSE_OPTIONS,
    validationOptions: VALIDATION_OPTIONS,
    // `fieldCountRule` replaces `maxRecursiveSelections`, which would also take these rules out of the context that
    // `nameFieldsRule` watches.
    validationRules: buildValidationRules({ introspection }),
    executionOptions: { maxCoercionErrors: LIMITS.variableErrors },

    context: createHttpContext({ authenticator, trustedDocuments, trustedProxies, ownOrigin }),
    formatError: (_formatted, error) => formatter.format(error),
    // Nest would put an exception's response and message into the error before it is formatted.
    autoTransformHttpErrors: false,
    plugins: [
      operationMetricsPlugin(metrics),
      executionPlugin(execution, formatter),
      // Each of these enables itself if one of Apollo's environment variables is set.
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginCacheControlDisabled(),
    ],
    logger: createApolloLogger(),
    // Nest's shutdown hooks stop the server.
    stopOnTerminationSignals: false,
    // Nest's guards are asynchronous, which would cost more per field than the rows themselves. Nest guards operations
    // at their root, `transformSchema` guards fields.
    fieldResolverEnhancers: [],
  };
}

/** Apollo appends an error's message after a colon; only the text before it may be logged. */
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
