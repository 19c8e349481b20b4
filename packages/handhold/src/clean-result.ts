import type { Redactor } from './gate/redact.js';
import type { ResultMetadata, ToolResult } from './result.js';

/** A result without secrets, on its way out; a picture has none, and is left as it is. */
export function cleanResult(result: ToolResult, redactor: Redactor, picture: string | undefined): ToolResult {
  if (redactor.isEmpty) return result;
  const { data, error, metadata } = result;
  return {
    ...result,
    ...(data === undefined ? {} : { data: redactor.data(data, picture) }),
    ...(error
      ? {
          error: {
            ...error,
            message: redactor.text(error.message),
            recoveryHint: redactor.text(error.recoveryHint),
            ...(error.details === undefined ? {} : { details: redactor.data(error.details) }),
          },
        }
      : {}),
    ...(metadata ? { metadata: cleanMetadata(metadata, redactor) } : {}),
  };
}

/** In place: the toolbox still adds to it. */
function cleanMetadata(metadata: ResultMetadata, redactor: Redactor): ResultMetadata {
  for (const [key, value] of Object.entries(metadata))
    if (key !== 'session') metadata[key] = redactor.data(value);
  return metadata;
}
