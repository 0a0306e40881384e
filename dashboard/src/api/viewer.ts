import { createContext, useContext } from 'react';
import { graphql, type ResultOf } from './graphql.js';

export const VIEWER = graphql(`
  query Viewer {
    viewer {
      actor {
        id
        kind
        name
        keyPrefix
      }
      roles
      sessionEndsAt
      scopes
    }
    desk {
      environment
      merchantName
      version
      liveCursor
    }
  }
`);

export type Viewer = ResultOf<typeof VIEWER>['viewer'];

/** The person or program that is signed in; null until that is known. */
export const ViewerContext = createContext<Viewer | null>(null);

/** The Purser that is asked; null until it has answered. */
export const DeskContext = createContext<ResultOf<typeof VIEWER>['desk'] | null>(null);

/** Whether an actor is the one who is signed in. */
export function useIsViewer({ id }: { readonly id: string }): boolean {
  return useContext(ViewerContext)?.actor.id === id;
}

/** Whether it is known that somebody does not hold a scope. */
export function useLacks(scope: string): boolean {
  const viewer = useContext(ViewerContext);
  return viewer !== null && !viewer.scopes.includes(scope);
}

/** Whether one of these scopes is held. */
export function useHolds(...scopes: readonly string[]): boolean {
  const viewer = useContext(ViewerContext);
  return scopes.some((scope) => viewer?.scopes.includes(scope));
}
