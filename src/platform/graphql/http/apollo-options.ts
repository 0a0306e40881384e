import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { Injectable, Logger, Optional } from '@nestjs/common';
import type { ApolloDriverConfig } from '@nestjs/apollo';
import type { GqlOptionsFactory } from '@nestjs/graphql';
import type { GraphQLSchema } from 'graphql';
import { Config } from '../../config/config.js';
import { ApiReads } from '../../database/api-reads.js';
import { rememberRequests } from '../current-request.js';
import { ErrorFormatter } from '../errors/error-formatter.js';
import { ExecutionPlugin, stringifyExecuted } from '../execution/execution.plugin.js';
import { StandbyMoments } from '../execution/standby-moments.js';
import { RootResults } from '../execution/root-results.js';
import { resolveForCallers } from '../resolve-for-callers.js';
import { PARSE_OPTIONS, VALIDATION_OPTIONS } from '../limits/limits.js';
import { buildValidationRules } from '../limits/validation-rules.js';
import { SchemaProtector } from '../request-context.js';
import { DateTimeScalar } from '../scalars/date-time.scalar.js';
import { GRAPHQL_PATH } from './graphql.route.js';

/**
 * Apollo's options. All that matter are set explicitly, because several defaults depend on NODE_ENV: if it is unset,
 * Apollo exposes introspection, GraphiQL and stack traces.
 */
@Injectable()
export class ApolloOptions implements GqlOptionsFactory<ApolloDriverConfig> {
  constructor(
    private readonly config: Config,
    private readonly formatter: ErrorFormatter,
    private readonly protector: SchemaProtector,
    private readonly plugin: ExecutionPlugin,
    private readonly roots: RootResults,
    private readonly moments: StandbyMoments,
    // Toy schemas have no database.
    @Optional() private readonly reads?: ApiReads,
  ) {}

  createGqlOptions(): Omit<ApolloDriverConfig, 'driver'> {
    return {
      path: GRAPHQL_PATH,
      nodeEnv: 'production',

      // Keeps the schema in memory. A separate command checks and writes schema.graphql.
      autoSchemaFile: true,
      sortSchema: true,
      // Maps `number` to Int, so that no Float gets into the schema unnoticed, and `Date` to our DateTime.
      buildSchemaOptions: {
        numberScalarMode: 'integer',
        scalarsMap: [{ type: Date, scalar: DateTimeScalar }],
        // Apollo validates the schema at start. Nest's check would run the entire introspection query as well.
        skipCheck: true,
      },

      transformSchema: (schema) => this.transform(schema),

      introspection: this.config.graphql.introspection,
      graphiql: false,
      includeStacktraceInErrorResponses: false,
      hideSchemaDetailsFromClientErrors: true,
      csrfPrevention: true,
      allowBatchedHttpRequests: false,
      // Persisted queries save bandwidth but protect nothing, because any client may register any document.
      persistedQueries: false,
      // Limits the cache to 30 MB, which is also the default limit for Apollo's store of parsed documents.
      cache: 'bounded',

      parseOptions: PARSE_OPTIONS,
      validationOptions: VALIDATION_OPTIONS,
      // `fieldCountRule` replaces Apollo's `maxRecursiveSelections`, which would move these rules to a different
      // context than the one `nameFieldsRule` intercepts.
      validationRules: buildValidationRules({ introspection: this.config.graphql.introspection }),

      formatError: (_formatted, error) => this.formatter.format(error),
      stringifyResult: stringifyExecuted,
      // Nest would put an exception's response and message into the error before it is formatted.
      autoTransformHttpErrors: false,
      plugins: [
        this.plugin,
        // Each of these plugins enables itself if a certain Apollo environment variable is set.
        ApolloServerPluginUsageReportingDisabled(),
        ApolloServerPluginSchemaReportingDisabled(),
        ApolloServerPluginInlineTraceDisabled(),
        ApolloServerPluginCacheControlDisabled(),
      ],
      logger: createApolloLogger(),
      // Nest's shutdown hooks stop the server instead.
      stopOnTerminationSignals: false,
      // Nest's guards are asynchronous, so running them per field would cost more than reading the rows. Nest guards
      // operations at their root field, and `transformSchema` guards all other fields.
      fieldResolverEnhancers: [],
    };
  }

  private transform(schema: GraphQLSchema): GraphQLSchema {
    const ofStandby = this.reads?.standby ? { reads: this.reads } : {};
    const forCallers = resolveForCallers(schema, { moments: this.moments, ...ofStandby });
    return this.roots.giveBack(rememberRequests(this.protector.protect(forCallers)));
  }
}

/** Apollo appends an error's message after a colon; only the text before the colon may be logged. */
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
