import type { ServerContext } from '@modelcontextprotocol/server';

const every = 1000;

/** Tells a client that asked for it, once a second, that a call is still under way; stops with what it returns. */
export function reportProgress({ mcpReq }: ServerContext, tool: string): () => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    const params = { progressToken, progress, message: `${tool}: ${progress} s` };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }, every);
  timer.unref();
  return () => clearInterval(timer);
}
