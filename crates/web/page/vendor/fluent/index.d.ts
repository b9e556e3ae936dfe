// The part of @fluent/bundle that the page uses.

export class FluentResource {
  constructor(source: string);
}

export class FluentBundle {
  constructor(locales: string | string[], options?: { useIsolating?: boolean });
  addResource(resource: FluentResource): Error[];
  hasMessage(id: string): boolean;
  getMessage(id: string): { value: unknown; attributes: Record<string, unknown> } | undefined;
  formatPattern(pattern: unknown, values: Record<string, string | number>, errors: Error[]): string;
}
