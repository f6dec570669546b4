/** The words of what lets other devices in: codes to photograph, and who is logged in. */
export const words = {
  join_tablet:
    "Scan this with the other tablet. Or open the address there and type the code. It works once, within two minutes.",
  join_captain:
    "Scan this with the phones of this team's captain: they see their own balls and cards, and propose. It works until the match day ends.",
  join_crew:
    "Scan this with the crew's phones: they see what to put back and tick it off. It works until the match day ends.",
  join_qr: "QR code that lets a device in",
  captains: "Captains' phones",
  crew_phones: "The crew's phones",
  crew_here: "Open the crew's page here",
  logins: "Who is logged in",
  login_tablet: "A tablet",
  login_screen: "A screen",
  login_here: "This tablet",
  login_captain: "Captains of {team}",
  login_crew: "Crew",
  login_phones: { one: "{n} phone", other: "{n} phones" },
  login_players: { one: "{n} player's phone", other: "{n} players' phones" },
  login_unheard: "not heard since the kit's start",
  login_quiet: "not heard for {n} min",
  login_end: "End",
  login_end_all: "Log everybody else out",
  login_end_what: "All codes end too, printed seat cards stay good. Press and hold.",
};
