import { ApolloClient, ApolloLink, gql, InMemoryCache } from '@apollo/client';
import { print } from 'graphql';
import { Observable } from 'rxjs';

/** Follows a subscription with Apollo Client, through a link that uses `follow`. */
export function start(follow, { query, after }, onChange) {
  const link = new ApolloLink(
    (operation) =>
      new Observable((sink) =>
        follow(
          { query: print(operation.query), variables: operation.variables },
          {
            next: (result) => {
              sink.next(result);
            },
            error: (error) => {
              sink.error(error);
            },
            complete: () => {
              sink.complete();
            },
          },
        ),
      ),
  );
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  client.subscribe({ query: gql(query), variables: { after } }).subscribe(({ data }) => {
    if (data) onChange(data.payoutStatusChanged);
  });
}
