/** The tables of notices, of human verifications and of the risk officer's switches. */
export interface ComplianceTables {
  location_notices: LocationNoticesTable;
  human_codes: HumanCodesTable;
  risk_switches: RiskSwitchesTable;
}

interface LocationNoticesTable {
  /** Sorted and comma-joined; empty is every country. */
  countries: string;
  locale: string;
  display: boolean;
  title: string;
  content: string;
  button: string;
  updated_at_ms: number;
}

interface HumanCodesTable {
  biz_id: string;
  /** A hash of who it was asked of and for what. */
  binding: string;
  status: number;
  salt: string;
  challenge: string;
  wrong_answers: number;
  created_at_ms: number;
}

interface RiskSwitchesTable {
  name: string;
  value: number;
}
