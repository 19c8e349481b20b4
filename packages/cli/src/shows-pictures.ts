import type { Tool } from 'handhold';

/** A tool whose result is a picture first of all. */
export function showsPictures(tool: Tool): boolean {
  return tool.optimalCapabilities.includes('vision') || tool.requiredCapabilities.includes('vision');
}
