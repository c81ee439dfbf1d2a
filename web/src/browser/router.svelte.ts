/** Addresses are in the fragment, which no server sees: a link may hold a secret. */

export interface Route {
  page:
    | "shelf"
    | "new"
    | "table"
    | "invitation"
    | "rules"
    | "case"
    | "report"
    | "sums"
    | "charts"
    | "make"
    | "unknown";
  parts: string[];
  query: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [head, ...parts] = path.split("/").map(decodeURIComponent);
  const pages: Record<string, Route["page"]> = {
    "": "shelf",
    new: "new",
    t: "table",
    i: "invitation",
    rules: "rules",
    case: "case",
    report: "report",
    sums: "sums",
    charts: "charts",
    make: "make",
  };
  return { page: pages[head] ?? "unknown", parts, query: new URLSearchParams(query) };
}

class Router {
  route = $state(parseRoute(location.hash));

  constructor() {
    addEventListener("hashchange", () => {
      this.route = parseRoute(location.hash);
      scrollTo(0, 0);
    });
  }
}

export const router = new Router();

export function go(address: string): void {
  location.hash = address;
}

/** The report of the table on the screen; a secret goes along only if it is in the address already. */
export function reportLink(table: string): string {
  const secret = router.route.parts[1] ?? "";
  return `#/report/${table}${secret ? `/${secret}` : ""}`;
}
