import { costLimitRule } from '@escape.tech/graphql-armor-cost-limit';
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import { GraphQLError, type ValidationContext, type ValidationRule } from 'graphql';
import { LIMITS } from './limits.js';

// By default armor throws during validation, which Apollo answers with a 500, and it reports its findings as syntax
// errors.
const reporting = {
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null, error: GraphQLError) => {
      context?.reportError(new GraphQLError(error.message.replace('Syntax Error: ', '')));
    },
  ],
};

// GraphiQL's introspection query is deeper than any query of the dashboard. Another rule decides whether it may run.
const ignoreIntrospection = true;

/** Limits depth, aliases, directives and cost, as graphql-armor counts them, after expanding fragments. */
export const armorRules: readonly ValidationRule[] = [
  maxDepthRule({ n: LIMITS.depth, flattenFragments: true, ignoreIntrospection, ...reporting }),
  maxAliasesRule({ n: LIMITS.aliases, allowList: [], ...reporting }),
  maxDirectivesRule({ n: LIMITS.directives, ...reporting }),
  costLimitRule({ maxCost: LIMITS.cost, flattenFragments: true, ignoreIntrospection, ...reporting }),
];
