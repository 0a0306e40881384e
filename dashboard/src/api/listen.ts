import type { AnyVariables, Client, TypedDocumentNode } from 'urql';

/**
 * Follows a subscription.
 * @returns a function that ends it
 */
export function listen<Data, Variables extends AnyVariables>(
  client: Client,
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  onData: (data: Data) => void,
): () => void {
  const subscription = client.subscription(document, variables).subscribe(({ data }) => {
    if (data) onData(data);
  });
  return () => {
    subscription.unsubscribe();
  };
}
