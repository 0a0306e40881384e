import { graphql, type ResultOf } from '../../../api/graphql.js';

const SETUP_STEP = graphql(`
  fragment SetupStep on SetupStep @_unmask {
    name
    isDone
    canBeMarked
  }
`);

export type SetupStep = ResultOf<typeof SETUP_STEP>;

export const SETUP = graphql(
  `
    query Setup {
      desk {
        setup {
          ...SetupStep
        }
      }
    }
  `,
  [SETUP_STEP],
);

export const MARK_SETUP_STEP = graphql(
  `
    mutation MarkSetupStep($input: MarkSetupStepInput!) {
      markSetupStep(input: $input) {
        steps {
          ...SetupStep
        }
        userErrors {
          message
          field
          code
        }
      }
    }
  `,
  [SETUP_STEP],
);
