import { documentToken, elementOf, idOf, isRetired, size } from './refs.js';

export const refsApi = {
  documentToken,
  idOf,
  elementOf,
  refCount: size,
  /** Those of these that are no longer part of the document. */
  gone: (ids: number[]): number[] => ids.filter((id) => !elementOf(id)?.isConnected || isRetired(id)),
};
