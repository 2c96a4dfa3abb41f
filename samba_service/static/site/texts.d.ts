/** What Django's catalog of texts defines. */
declare function gettext(text: string): string;
declare function ngettext(one: string, many: string, count: number): string;
declare function interpolate(text: string, values: Record<string, any>, named: boolean): string;
